%! features: F370
%! stderr: figure 1: figure-1.png
%! stderr: figure 2: figure-2.png
% Without a display each figure is a file of the working folder: 0 is black, 255 white; values between are rounded, others limited.
x = [[0, 100.4, 254.6], [-5, 300, 255]]
fig = imshow(x)
print fig
y = imread("figure-1.png")
print size(y)
print y[:,:,0]
print sum(abs(y[:,:,0]-y[:,:,1])) + sum(abs(y[:,:,0]-y[:,:,2]))
% => 1
% => [2,3,3]
% => [[0,100,255],
% =>  [0,255,255]]
% => 0
% Colour: red, green and blue are the third dimension.
c = zeros(2,2,3)
c[0,0,0] = 255
c[0,1,1] = 128
c[1,0,2] = 7
print imshow(c)
print max(abs(imread("figure-2.png") - c))
% => 2
% => 0
