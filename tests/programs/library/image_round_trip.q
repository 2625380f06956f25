%! features: F375
%! files: gradient.png
% gradient.png is 3×4: red 10*row, green 20*column, blue 255.
x = imread("gradient.png")
print size(x), " ", x[2,0,0], " ", x[0,3,1], " ", x[1,1,2]
% => [3,4,3] 20 60 255
imwrite("copy.png", x)
y = imread("copy.png")
print max(abs(x - y))
% => 0
% Rounded and saturated on the way out.
x[0,0,0] = 300
x[0,1,0] = -7
x[0,2,0] = 99.6
imwrite("odd.png", x)
z = imread("odd.png")
print z[0,0,0], " ", z[0,1,0], " ", z[0,2,0]
% => 255 0 100
