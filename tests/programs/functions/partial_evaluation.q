%! features: F152
f = (x, y) -> x + y
g = y -> x -> f(x, y)
print g(4)(5)
% => 9
add3 = g(3)
print add3(10), " ", add3(0.5)
% => 13 3.5
