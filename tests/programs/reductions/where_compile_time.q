%! features: F176
%! reduction: Applied reduction abs(x) -> -x
%! reduction: Result after 1 reduction: -x
%! reduction: Applied reduction abs(x) -> x
%! reduction: Result after 1 reduction: x
%! reduction: Applied reduction both(a, b) -> a
%! reduction: Result after 1 reduction: print(a)
% What is known of a variable decides the condition when the program is compiled.
reduction (x : scalar) -> abs(x) = x where x >= 0
reduction (x : scalar) -> abs(x) = -x where x < 0
function y = after_assertion(x : scalar)
    assert(x = -1)
    y = abs(x)
end
function y = after_bound(x : scalar)
    assert(x > 2)
    y = abs(x)
end
print after_assertion(-1.0)
% => 1
print after_bound(3.5)
% => 3.5
reduction (a : mat, b : mat) -> both(a, b) = a where size(a) == size(b)
reduction (a : mat, b : mat) -> both(a, b) = b where size(a) != size(b)
a = ones(2, 2)
b = zeros(2, 2)
print both(a, b)
% => [[1,1],
% =>  [1,1]]
