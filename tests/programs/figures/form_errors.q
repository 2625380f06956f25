% What forms cannot do is told when it is asked for, and changes nothing.
function [] = tell(act : [() -> ()])
    try
        act()
    catch ex
        print ex.message
    end
end
frm = form("Errors")
frm.width = 100
tell(() -> frm.width = 3)
% => width: a window is 40 to 16384 pixels wide and high, not 3
tell(() -> frm.height = 20000)
% => height: a window is 40 to 16384 pixels wide and high, not 20000
print frm.width
% => 100
tell(() -> [frm.add_slider("x", 1, 2, 1)])
% => add_slider: 2 to 1 is no range of a slider
tell(() -> pause(-1))
% => pause: -1 milliseconds are no time between 0 and a day
button = frm.add_button("x")
tell(() -> button.icon = zeros(2,2,2))
% => imshow: an array of f32 of size 2x2x2 is no image: that has height x width real numbers, or height x width x 3
tell(() -> [hdr_imshow(ones(2,2), [1,0])])
% => assertion failed: hdr_imshow: a range has two numbers, black and white, the lower one first
