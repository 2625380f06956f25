%! features: F375
%! files: gradient.png
x = imread("gradient.png")
names = vec[string](4)
names[0] = "a.bmp"
names[1] = "a.tif"
names[2] = "a.ppm"
names[3] = "a.png"
for k = 0..3
    imwrite(names[k], x)
    print max(abs(imread(names[k]) - x))
end
% => 0
% => 0
% => 0
% => 0
% JPEG loses a little.
y = ones(8,8,3)*100
imwrite("a.jpg", y)
print size(imread("a.jpg")), max(abs(imread("a.jpg") - y)) < 4
% => [8,8,3]1
