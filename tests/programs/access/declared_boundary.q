%! features: F036 F117
%! files: gradient.png
%! loop: 13 parallel, 2 dimensions
%! reports: types im: cube'mirror,
%! reports: types window: mat(3,3)
% The listing of the post on fixed sizes: the modifier of the declaration decides what lies around the picture, the window is a
% matrix of 3x3. gradient.png is 3x4, its green 20*column.
im : cube'mirror = imread("gradient.png")[:,:,1]
print im[-1,1], " ", im[2,-1], " ", im[1,-2], " ", im[0,4], " ", im[3,5]
% => 20 0 20 60 40
im_out = zeros(size(im))

for m=0..size(im,0)-1
    for n=0..size(im,1)-1
        window = im[m+(-1..1),n+(-1..1)]
        im_out[m,n] = max(window) - min(window)
    endfor
endfor
print im_out
% => [[20,40,40,20],
% =>  [20,40,40,20],
% =>  [20,40,40,20]]
c : cube'clamped = imread("gradient.png")[:,:,1]
s : cube'safe = c
print c[5,9], " ", s[5,9]
% => 60 0
