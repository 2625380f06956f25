%! stderr: figure 1: figure-1.png
%! stderr: figure 2: figure-2.png
% Connected figures; there are no other methods, and no figure 3.
a = imshow([1, 2])
b = imshow([3, 4])
a.connect(b)
try
    a.connect(3)
catch ex
    print ex.message
end
% => connect: there is no figure 3
