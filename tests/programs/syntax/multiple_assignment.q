%! features: F029
function [s, d] = sum_diff(a, b)
    s = a + b
    d = a - b
end
[p, q] = sum_diff(7, 3)
print p, " ", q
% => 10 4
% The right side is evaluated first: a swap.
[p, q] = [q, p]
print p, " ", q
% => 4 10
[s1, s2] = [0.5, 1.5]
print s1 + s2
% => 2
A = zeros(4,5)
[m, n] = size(A, 0..1)
print m, " ", n
% => 4 5
% The first outputs are taken.
[only] = sum_diff(2, 1)
print only
% => 3
v = [10,20,30] + 1
[x, y, z] = v
print x, " ", y, " ", z
% => 11 21 31
