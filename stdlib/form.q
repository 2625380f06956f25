% Module: form
% Forms: windows with sliders, checkboxes, buttons, headings and displays, as the original system's Quasar.UI.dll has them.
% It is there without an import where a program names form. docs/figures.md tells what its parts can do.
{!doc category="Figures"}

% Handles. What they can do are the functions below: s.value reads qslider_get_value(s), s.value = x calls qslider_set_value(s, x).
type qform : class
    number : int
endtype
type qslider : class
    number : int
endtype
type qcheckbox : class
    number : int
endtype
type qbutton : class
    number : int
endtype
type qheading : class
    number : int
endtype
type qdisplay : class
    number : int
endtype

% What a plot is known by: the number of its figure.
type qplot : int

% Something that happens to a part of a form, or to a figure.
type qevent : class
    number : int
    kind : int
endtype
type qpointevent : class
    number : int
endtype

% Who is called for what. Handlers lie here and nowhere else, so that parts that they refer to never refer back.
type form_handlers : mutable class
    owners : vec[int]
    kinds : vec[int]
    handlers : vec[[() -> ()]]
    count : int
    figures : vec[int]
    point_handlers : vec[[(ivec2) -> ()]]
    point_count : int
    is_busy : int
endtype
form_state : ^form_handlers = form_handlers(owners := vec[int](8), kinds := vec[int](8), handlers := vec[[() -> ()]](8), count := 1, figures := vec[int](8), point_handlers := vec[[(ivec2) -> ()]](8), point_count := 1, is_busy := 0)

% The first entry of each table says what kind of function the others are, also in a program that adds none.
function [] = form_no_handler()
end
function [] = form_no_point_handler(pos : ivec2)
end
form_state.handlers[0] = form_no_handler
form_state.point_handlers[0] = form_no_point_handler

% Function: form
% Makes a form. It is shown by show(), closed() and wait(), and whenever the program shows something or waits.
% Example:
% > f = form("settings"); s = f.add_slider("strength", 0.5, 0, 1); s.value == 0.5
function [frm : qform] = form(title : string)
    frm = qform(number := form_open(title))
end

function [x : int] = qform_get_width(self : qform)
    x = int(form_get(self.number, 1))
end
function [] = qform_set_width(self : qform, width : scalar)
    form_set(self.number, 1, width)
end
function [x : int] = qform_get_height(self : qform)
    x = int(form_get(self.number, 2))
end
function [] = qform_set_height(self : qform, height : scalar)
    form_set(self.number, 2, height)
end
function [] = qform_center(self : qform)
    form_set(self.number, 5, 1)
end
function [] = qform_show(self : qform)
    form_set(self.number, 4, 1)
end
function [] = qform_close(self : qform)
    form_set(self.number, 3, 0)
end
function [y : int] = qform_closed(self : qform)
    form_events()
    y = form_get(self.number, 3) == 0
end
function [] = qform_wait(self : qform)
    form_get(self.number, 3)
    while form_get(self.number, 3) != 0
        form_pause_once(1000)
    end
end
function [s : qslider] = qform_add_slider(self : qform, label : string, value : scalar, low : scalar, high : scalar)
    s = qslider(number := form_add(self.number, 1, label, [value, low, high]))
end
function [c : qcheckbox] = qform_add_checkbox(self : qform, label : string, value : int)
    c = qcheckbox(number := form_add(self.number, 2, label, [1.0*value, 0, 1]))
end
function [b : qbutton] = qform_add_button(self : qform, label : string)
    b = qbutton(number := form_add(self.number, 3, label, [0.0, 0, 0]))
end
function [h : qheading] = qform_add_heading(self : qform, label : string)
    h = qheading(number := form_add(self.number, 0, label, [0.0, 0, 0]))
end
function [d : qdisplay] = qform_add_display(self : qform)
    d = qdisplay(number := form_add(self.number, 4, "", [0.0, 0, 0]))
end

function [x : scalar] = qslider_get_value(self : qslider)
    x = form_get(self.number, 0)
end
function [] = qslider_set_value(self : qslider, value : scalar)
    form_set(self.number, 0, value)
end
function [s : string] = qslider_get_text(self : qslider)
    s = form_text(self.number)
end
function [] = qslider_set_text(self : qslider, text : string)
    form_set_text(self.number, text)
end
function [e : qevent] = qslider_get_onchange(self : qslider)
    e = qevent(number := self.number, kind := 1)
end

function [x : int] = qcheckbox_get_value(self : qcheckbox)
    x = int(form_get(self.number, 0))
end
function [] = qcheckbox_set_value(self : qcheckbox, value : int)
    form_set(self.number, 0, value)
end
function [s : string] = qcheckbox_get_text(self : qcheckbox)
    s = form_text(self.number)
end
function [] = qcheckbox_set_text(self : qcheckbox, text : string)
    form_set_text(self.number, text)
end
function [e : qevent] = qcheckbox_get_onchange(self : qcheckbox)
    e = qevent(number := self.number, kind := 1)
end

function [s : string] = qbutton_get_text(self : qbutton)
    s = form_text(self.number)
end
function [] = qbutton_set_text(self : qbutton, text : string)
    form_set_text(self.number, text)
end
function [] = qbutton_set_icon(self : qbutton, icon)
    form_icon(self.number, icon)
end
function [e : qevent] = qbutton_get_onclick(self : qbutton)
    e = qevent(number := self.number, kind := 2)
end

function [s : string] = qheading_get_text(self : qheading)
    s = form_text(self.number)
end
function [] = qheading_set_text(self : qheading, text : string)
    form_set_text(self.number, text)
end

% A click on an image.
function [e : qpointevent] = figure_get_onSelectPoint(self : int)
    e = qpointevent(number := self)
end

function [] = qevent_add(self : qevent, f : [() -> ()])
    state = form_state
    n = state.count
    if n >= numel(state.owners)
        state.owners = horzcat(state.owners, vec[int](n))
        state.kinds = horzcat(state.kinds, vec[int](n))
        more = vec[[() -> ()]](2*n)
        for k = 0..n-1
            more[k] = state.handlers[k]
        end
        state.handlers = more
    end
    state.owners[n] = self.number
    state.kinds[n] = self.kind
    state.handlers[n] = f
    state.count = n + 1
end
function [] = qpointevent_add(self : qpointevent, f : [(ivec2) -> ()])
    state = form_state
    n = state.point_count
    if n >= numel(state.figures)
        state.figures = horzcat(state.figures, vec[int](n))
        more = vec[[(ivec2) -> ()]](2*n)
        for k = 0..n-1
            more[k] = state.point_handlers[k]
        end
        state.point_handlers = more
    end
    state.figures[n] = self.number
    state.point_handlers[n] = f
    state.point_count = n + 1
end

% Calls the handlers of an event.
function [] = form_dispatch(event : vec[int])
    state = form_state
    if event[1] == 4
        for k = 0..state.point_count-1
            if state.figures[k] == event[0]
                handler = state.point_handlers[k]
                handler([event[2], event[3]])
            end
        end
    else
        for k = 0..state.count-1
            if state.owners[k] == event[0] && state.kinds[k] == event[1]
                act = state.handlers[k]
                act()
            end
        end
    end
end

% Waits for one event at most, and calls its handlers; gives the milliseconds that are left, and whether there was one.
function [left : int, found : int] = form_pause_once(milliseconds : scalar)
    event = form_event(milliseconds)
    left = event[4]
    found = event[0] != 0
    state = form_state
    if found
        state.is_busy = 1
        try
            form_dispatch(event)
        catch ex
            state.is_busy = 0
            error(ex)
        end
        state.is_busy = 0
    end
end

% What the user has done since the last time. Not within a handler: what it shows would stand behind what comes later.
function [] = form_events()
    if form_state.is_busy == 0
        repeat
            [left, found] = form_pause_once(0)
        until !found
    end
end

% What pause does where a program has forms.
function [] = form_pause(milliseconds : scalar)
    if form_state.is_busy == 0
        left : scalar = milliseconds
        repeat
            [rest, found] = form_pause_once(left)
            left = rest
        until !found
    end
end
