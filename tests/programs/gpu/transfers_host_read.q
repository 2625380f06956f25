%! features: F295
% The host reads elements between launches: they come once, and the array that it only read does not go again.
function [] = __kernel__ add(x : vec'unchecked, y : vec'unchecked, pos : int)
    y[pos] += x[pos]
end
n = 32
x = ones(n)
y = zeros(n)
parallel_do(n, x, y, add)
print y[0], y[31]
print x[5]
parallel_do(n, x, y, add)
print sum(y)
% => 11
% => 1
% => 64
%! trace: in x 128; zeros y 128; launch 3; out y 128; launch 3; out y 128
