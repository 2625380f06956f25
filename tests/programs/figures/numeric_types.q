%! stderr: figure 1: figure-1.png
%! stderr: figure 2: figure-2.png
%! stderr: figure 3: figure-3.png
%! stderr: figure 4: figure-4.png
%! stderr: figure 5: figure-5.png
%! stderr: figure 6: figure-6.png
%! stderr: figure 7: figure-7.png
%! stderr: figure 8: figure-8.png
%! stderr: figure 9: figure-9.png
%! stderr: figure 10: figure-10.png
%! features: F371
% Every type of numbers is shown by its values; of uint16 the greatest value is white, as image files of 16 bits have it.
function [] = check(n : int)
    print imread(sprintf("figure-%d.png", n))[:,:,0]
end

a = mat[uint8](1,3)
a[0,1] = 255
a[0,2] = 9
imshow(a)
check(1)
% => [0,255,9]
b = mat[uint16](1,3)
b[0,1] = 65535
b[0,2] = 257
imshow(b)
check(2)
% => [0,255,1]
c = mat[int16](1,3)
c[0,0] = -300
c[0,1] = 200
c[0,2] = 999
imshow(c)
check(3)
% => [0,200,255]
d = mat[int8](1,2)
d[0,1] = -1
imshow(d, [-1, 0])
check(4)
% => [255,0]
e = mat[int](1,2)
e[0,0] = 17
e[0,1] = 1000000
imshow(e)
check(5)
% => [17,255]
f = mat[uint32](1,2)
f[0,0] = 40
f[0,1] = 80
imshow(f, [0, 80])
check(6)
% => [128,255]
g = mat[int64](1,2)
g[0,1] = 3
imshow(g)
check(7)
% => [0,3]
h = mat[scalar'half](1,2)
h[0,0] = 0.5
h[0,1] = 1
imshow(h, [0, 1])
check(8)
% => [128,255]
k = mat[scalar'double](1,2)
k[0,1] = 255
imshow(k)
check(9)
% => [0,255]
% A vector is an image of one row, one number per element.
imshow([3, 4])
check(10)
% => [3,4]
