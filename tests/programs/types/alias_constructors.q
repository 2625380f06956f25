%! features: F052
% Aliases in annotations and as constructors.
type my_cell : mat[cube]
x = my_cell(1,2)
x[0,1] = ones(2,2,2)
print size(x), size(x[0,1])
% => [1,2][2,2,2]
type counts : vec[int]
n = counts(4)
n[1] = 3
print n
% => [0,3,0,0]
function y : counts = longer(x : counts)
    y = counts(numel(x) + 1)
end
print longer(n)
% => [0,0,0,0,0]
type point : class
    x : scalar
    y : scalar
endtype
type pixel : point
type image : mat[pixel]
p : pixel = pixel(x:=1, y:=2)
m = image(2,2)
m[1,0] = p
print m[1,0], size(m)
% => {x: 1, y: 2}[2,2]
type degrees : scalar
d : degrees = 3
print d / 2
% => 1.5
