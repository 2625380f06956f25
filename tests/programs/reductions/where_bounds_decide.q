%! reduction: Applied reduction side(x) -> 0
%! reduction: Result after 1 reduction: 0
%! reduction: Applied reduction side(x) -> 1
%! reduction: Result after 1 reduction: 1
%! reduction: Applied reduction side(-x) -> 0
%! reduction: Result after 1 reduction: 0
%! reduction: Applied reduction part(x) -> 1
%! reduction: Result after 1 reduction: 1
% What an assertion tells of a variable decides a condition that begins where the assertion ends: above 3, at most 3, less than 3.
reduction (x : scalar) -> side(x) = 1 where x > 3
reduction (x : scalar) -> side(x) = 0 where x <= 3
reduction (x : scalar) -> part(x) = 1 where x < 3
reduction (x : scalar) -> part(x) = 0 where x >= 3
function y = at_most(x : scalar)
    assert(x <= 3)
    y = side(x)
end
function y = above(x : scalar)
    assert(x > 3)
    y = side(x)
end
function y = negative(x : scalar)
    assert(x >= 2 && x <= 5)
    y = side(-x)
end
function y = less(x : scalar)
    assert(x < 3)
    y = part(x)
end
print at_most(3.0), above(3.5), negative(5.0), less(2.5)
% => 0101
