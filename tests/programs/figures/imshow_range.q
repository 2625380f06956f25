%! stderr: figure 1: figure-1.png
%! stderr: figure 2: figure-2.png
%! stderr: figure 3: figure-3.png
%! stderr: figure 4: figure-4.png
%! stderr: figure 5: figure-5.png
%! stderr: figure 6: figure-6.png
%! features: F370
% A range [black, white]: 255*(v-black)/(white-black), rounded. Of 0.25 in [0,1]: 63.75, of 0.5: 127.5.
x = [[0, 0.25], [0.5, 2]]
imshow(x, [0, 1])
print imread("figure-1.png")[:,:,0]
% => [[0,64],
% =>  [128,255]]
% The greater value may be black.
imshow(x, [1, 0])
print imread("figure-2.png")[:,:,0]
% => [[255,191],
% =>  [128,0]]
% [] is the range of the values: 10 is black, 20 white; 12 is 51, 15 is 127.5.
imshow([[10, 12], [15, 20]], [])
print imread("figure-3.png")[:,:,0]
% => [[0,51],
% =>  [128,255]]
% Not a number is black and no part of the range; infinity is white.
z = [[1.0, 2], [3, 0]]
z[1,1] = 0/0
imshow(z, [])
print imread("figure-4.png")[:,:,0]
% => [[0,128],
% =>  [255,0]]
z[0,0] = 1/0
imshow(z)
print imread("figure-5.png")[:,:,0]
% => [[255,2],
% =>  [3,0]]
% All values are the same: black.
imshow(ones(1,2)*9, [])
print imread("figure-6.png")[:,:,0]
% => [0,0]
