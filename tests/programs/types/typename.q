%! features: F071
a = typename(scalar)(2.0)
b = typename(vec[scalar'half])(3)
c = typename(cube{4}[int16])(2,2,2,2)
d = typename(vec[int])(5)
print a, " ", numel(b), " ", numel(c), " ", numel(d)
% => 2 3 16 5
