% Any number of parts and handlers; a form in an object; forms in functions.
function frm : qform = settings(n : int)
    frm = form("many")
    for k = 0..n-1
        s = frm.add_slider(sprintf("slider %d", k), k, 0, n)
        s.onchange.add(() -> s.value = 0)
    end
end
frm = settings(40)
print frm.closed(), frm.closed()
% => 01
state = object()
state.playing = true
button = frm.add_button("Stop")
button.onclick.add(() -> state.playing = false)
print state.playing
% => 1
frm.close()
print frm.closed()
% => 1
