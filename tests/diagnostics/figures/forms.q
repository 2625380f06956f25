% What forms and their parts have is known when compiling.
frm = form("Form")
s = frm.add_slider("gain", 0.5, 0, 1)
c = frm.add_checkbox("on", true)
b = frm.add_button("Start")
d = frm.add_display()
form(3) %~ E0301 the argument for `title` is a `int`
frm.widht = 600 %~ E0340 a `qform` has no member `widht`
frm.add_slidr("x", 0, 0, 1) %~ E0340 a `qform` has no member `add_slidr`
print s.valu %~ E0340 a `qslider` has no member `valu`
print frm.center %~ E0340 a `qform` has no member `center`
b.onchange.add(() -> print("x")) %~ E0340 a `qbutton` has no member `onchange`
s.onchange = 3 %~ E0340 `onchange` of a `qslider` cannot be assigned
s.value = "loud" %~ E0301 the argument for `value` is a `string`
frm.add_slider("x", 0, 0) %~ E0401 `add_slider` takes 4 arguments, not 3
frm.add_slider(1, 0, 0, 1) %~ E0301 the argument for `label` is a `int`
d.imshow("lena.png") %~ E0404 `imshow` takes an image of real numbers
d.plot() %~ E0401 `plot` takes at least 1 argument, not 0
d.subplot(1, 2) %~ E0401 `subplot` takes 3 arguments, not 2
s.onchange.add(3) %~ E0301 the argument for `f` is a `int`, not a function
s.onchange.add(x -> print(x)) %~ E0401 a handler of this event is called with no arguments
fig = imshow(zeros(2,2))
fig.onSelectPoint.add(() -> print("x")) %~ E0401 a handler of this event is called with one argument
print fig.onSelectPiont %~ E0340
