%! features: F153
twice = (f : [scalar -> scalar]) -> x -> f(f(x))
quad = twice(x -> 2*x)
print quad(3)
% => 12
f1 = x -> x^2
f2 = x -> 3*x
add = (f, g) -> x -> f(x) + g(x)
f3 = add(f1, f2)
print f3(4)
% => 28
