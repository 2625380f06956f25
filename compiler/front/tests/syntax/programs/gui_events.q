% Event handlers with statement lists, as interactive demonstrations have them.
import "Quasar.UI.dll"
import "..\\library\\system.q"

frm = form("Demo")
frm.width = 800; frm.height = 600;
vbox = frm.add_grid(1, 2)
slider = vbox.add_slider("Gamma:", 1.0, 0.1, 4.0)
button = vbox.add_button("Reset")
params = object()
params.gamma = 1.0
lut : vec'unchecked = ((0..255)/255).^params.gamma*255

slider.onchange.add(()-> (params.gamma = slider.value;
    lut[:] = ((0..255)/255).^params.gamma*255;))
button.onclick.add(() -> (params.gamma = 1.0; slider.value = 1.0));
button.oncontext.add((x, y) -> print("clicked at ", x, ",", y);)
frm.onclose.add(() -> print "closed");

repeat
    img = vidreadframe(stream)
    parallel_do(size(img), __kernel__ (pos : ivec3) -> img[pos] = lut[int(img[pos])])
    display.show(img[:,:,[2,1,0]])
until !hold("on") || frm.closed
