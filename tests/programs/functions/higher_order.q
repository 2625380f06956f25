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
% The forms of the manual (4.10).
f = x -> 2*x
h = (x : [?? -> ??]) -> f(x(3))
print h(z -> z + 1)
% => 8
on_cubes = (x : [cube -> cube]) -> f(x(ones(1,1,2)))
print on_cubes(z -> z + 1)
% => [[[4,4]]]
sum_of = (f1 : [?? -> ??], f2 : [?? -> ??]) -> x -> f1(x) + f2(x)
f3 = sum_of(x -> x * 2, x -> x / 2)
print f3(3), f3([2,4])
% => 7.5[5,10]
reduction (f1 : [?? -> ??], f2 : [?? -> ??], x) -> f1 + f2 = x -> f1(x) + f2(x)
f1 = x -> x * 2
f2 = x -> x / 2
f3 = f1 + f2 % Result: f3 = x -> x * 2 + x / 2
print f3(3)
% => 7.5
