%! features: F094
%! files: gradient.png grey.png
x = imread("gradient.png")
print numel(x[1,2,:])
% => 3
% Grey files are replicated to three channels; "native" keeps what is there.
g = imread("grey.png")
print size(g), " ", g[1,0,0], g[1,0,1], g[1,0,2]
% => [2,2,3] 777
print imread("gradient.png")[2,3,1]
% => 60
