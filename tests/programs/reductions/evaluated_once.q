% What has effects happens once, in the order of the pattern, however often the right side needs it.
reduction (x : scalar) -> x.^2 = x.*x
reduction (x, y) -> swapped(x, y) = y - x
reduction (x, y) -> first(x, y) = x
reduction (x, y) -> either(x, y) = x > 0 ? y : 0
function y = noisy(x)
    print "noisy ", x
    y = x
end
print noisy(3.0).^2
% => noisy 3
% => 9
print swapped(noisy(1), noisy(5))
% => noisy 1
% => noisy 5
% => 4
print first(noisy(1), noisy(2))
% => noisy 1
% => noisy 2
% => 1
print either(noisy(-1), noisy(7))
% => noisy -1
% => noisy 7
% => 0
% a name of the caller is not confused with a parameter of the rule's lambda
reduction (f, a) -> shifted(f, a) = x -> f(x) + a
x = 100
g = y -> 2*y
h = shifted(g, x)
print h(1)
% => 102
