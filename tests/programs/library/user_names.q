%! features: F414
% User functions with library names shadow them.
function y = sum(x, y0)
    y = x + y0
end
function y = map(f, x)
    y = f(x)
end
function [a, b] = swap(c, d)
    a = d
    b = c
end
print sum(1, 2), " ", map(x -> 2*x, 4)
% => 3 8
[p, q] = swap(1, 2)
print p, q
% => 21
