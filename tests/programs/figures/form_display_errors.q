%! stderr: figure 1: figure-1.png
%! stderr: figure 2: figure-2.png
% What a display cannot show leaves it as it was, and the next figure is one of its own.
frm = form("Errors")
d = frm.add_display()
d.imshow([1,2])
try
    d.imshow(zeros(2,2,2))
catch ex
    print ex.message
end
% => imshow: an array of f32 of size 2x2x2 is no image: that has height x width real numbers, or height x width x 3
print imshow([3,4]), imread("figure-1.png")[:,:,0]
% => 2[1,2]
