%! stderr: figure 1: figure-1.svg
%! stderr: figure 2: figure-2.png
% A program without types as others write them: parts in main, handlers that change objects, parts that handlers set, what is shown in a loop.
import "Quasar.UI.dll"
import "Sim2HDR.dll"
function [] = update(t : object)
    t.b = t.middle^t.a + t.most
end
function [] = main()
    curve = object()
    curve.a : scalar = 2.5
    curve.middle : scalar = 0.5
    curve.most : scalar = 1
    update(curve)
    frm = form("Grading")
    frm.width = 600
    frm.height = 900
    frm.center()
    small = form("Class of the scene")
    measured = small.add_slider("measured", 0, 0, 1.0)
    status = small.add_button("Dark")
    moving = frm.add_checkbox("moving line", false)
    still = frm.add_checkbox("no line", true)
    contrast = frm.add_slider("contrast", curve.a, 0.0, 10.0)
    player = object()
    [player.is_playing, player.may_seek] = [true, true]
    stop = frm.add_button("Stop")
    position = frm.add_slider("position", 0, 0, floor(10.5*25))
    shown = frm.add_display()
    moving.onchange.add(() -> (still.value = false;))
    still.onchange.add(() -> (moving.value = !(still.value);))
    contrast.onchange.add(() -> (curve.a = contrast.value;
                                 update(curve)))
    stop.onclick.add(() -> player.is_playing = false)
    position.onchange.add(() -> player.may_seek ? update(curve) : [])
    x = 0..1/255..1
    hold("on")
    repeat
        if moving.value || still.value
            measured.value = 0.4
        endif
        f : qplot = shown.plot(x, x.^curve.a);
        status.text = "Normal"
        h = hdr_imshow(ones(20,30,3)*0.5, [0,1.0])
        y : cube[uint8] = h.rasterize()
        position.value = 7*curve.a
        pause(0)
    until !hold("on")
    print size(y), " ", position.value, " ", status.text, " ", f, h
    % => [20,30,3] 17.5 Normal 12
    while !frm.closed()
        pause(0.01)
    end
end
