%! stderr: figure 1: figure-1.png
%! stderr: figure 2: figure-2.png
% Linear light encoded as sRGB: 0.5 is 1.055*0.5^(1/2.4) - 0.055 = 0.735357, of 255 187.5; 0.001 is 12.92*0.001, of 255 3.29.
print hdr_imshow([[0, 0.5], [0.001, 7]], [0,1])
print imread("figure-1.png")[:,:,0]
% => 1
% => [[0,188],
% =>  [3,255]]
% A range: the middle of 100 to 300 is 0.5; without one it is 0 to 1.
x = zeros(1,2,3)
x[0,0,0] = 200
x[0,1,2] = 300
hdr_imshow(x, [100,300])
y = imread("figure-2.png")
print y[0,0,:], y[0,1,:]
% => [[[188,0,0]]][[[0,0,255]]]
