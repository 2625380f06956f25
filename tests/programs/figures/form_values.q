% Sliders, checkboxes, buttons and headings keep what the program sets, also where nobody can see them.
frm = form("Settings")
frm.width = 600
frm.height = 320
frm.center()
print frm.width, " ", frm.height
% => 600 320
frm.add_heading("Levels")
s = frm.add_slider("gain", 0.25, 0, 2)
c = frm.add_checkbox("invert", false)
b = frm.add_button("Start")
print s.value, " ", c.value, " ", s.text, " ", c.text, " ", b.text
% => 0.25 0 gain invert Start
s.value = 1.5
s.value += 0.25
c.value = !c.value
b.text = "Stop"
print s.value, " ", c.value, " ", b.text
% => 1.75 1 Stop
% A slider stays between its ends.
s.value = 7
print s.value
% => 2
s.value = -1
print s.value
% => 0
c.value = 5
print c.value
% => 1
% The picture of a button.
b.icon = ones(16,16,3)*200
% Handlers are kept; without a user nothing calls them, and the program's own changes are none of the user's.
params = object()
params.gain = 1.0
s.onchange.add(() -> params.gain = s.value)
s.onchange.add(() -> (params.gain = s.value; print("changed")))
b.onclick.add(() -> params.gain > 5 ? print("large") : [])
function [] = clicked()
    print "clicked"
end
b.onclick.add(clicked)
c.onchange.add(() -> (s.value = 1))
s.value = 1.25
pause(1)
print params.gain
% => 1
% Without a display a form is open once, so that a loop shows what it has to show and ends.
rounds = 0
while !frm.closed()
    rounds += 1
    pause(1)
end
print rounds
% => 1
frm.show()
frm.wait()
print "end"
% => end
