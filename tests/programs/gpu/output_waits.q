%! features: F157
% An output of a kernel is waited for at once; one that is an array of one element only when the host wants it, and not at all when the next
% launch reads it.
function [total : scalar] = __kernel__ given_back(x : vec'unchecked, pos : int)
    total += x[pos]
end
function [] = __kernel__ kept_there(total : vec'unchecked, x : vec'unchecked, pos : int)
    total[0] += x[pos]
end
function [] = __kernel__ divide(total : vec'unchecked, which : int, x : vec'unchecked, pos : int)
    x[pos] = x[pos]/total[which]
end
n = 8
x = ones(n)
print parallel_do(n, x, given_back)
% => 8
total = zeros(1)
parallel_do(n, total, x, kept_there)
parallel_do(n, total, 0, x, divide)
print x[5]
% => 0.125
print total[0]
% => 8
%! trace: in x 32; launch 4; wait totals
%! trace: zeros total 4; launch 7; launch 10; out x 32; out total 4
