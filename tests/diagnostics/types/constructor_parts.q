%! features: F008 F009 F010
% What stands in one constructor has one type; rows are equally long. Cells take anything.
type point : class
    x : scalar
endtype
a = [1, point()] %~ E0310 a vector of `int` cannot hold a `point`
b = [1, x -> x] %~ E0310 a vector of `int` cannot hold a `function`
c = [[1,2],[3]] %~ E0302 the rows of a matrix have equal lengths
d = [1, [2,3]] %~ E0311 does not join arrays
e = {1, point(), "s", x -> x}
print e[3](2)
