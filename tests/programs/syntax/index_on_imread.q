%! features: F015
%! files: gradient.png
% An element, a channel or a row of what a call returns. gradient.png is 3x4: red 10*row, green 20*column, blue 255.
print imread("gradient.png")[:,:,1]
% => [[0,20,40,60],
% =>  [0,20,40,60],
% =>  [0,20,40,60]]
im = imread("gradient.png")
print max(abs(imread("gradient.png")[:,:,0] - im[:,:,0])), imread("gradient.png")[2,3,0], imread("gradient.png")[1,0..1,2]
% => 020[255,255]
try
    k = size(im, 2)
    print imread("gradient.png")[0,0,k]
catch ex
    print "outside"
end
% => outside
