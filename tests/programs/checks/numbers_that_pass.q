%! flags: --check=nan,inf,bounds
% A program whose values all pass computes what it computes otherwise.
x = linspace(0, 1, 5)
s = 0.0
for i = 0..4
    s += x[i]^2
end
print s
% 0 + 1/16 + 4/16 + 9/16 + 1
% => 1.875
y = exp(x - x) .* 2
y[2] += 3
print y
% => [2,2,5,2,2]
function [total : scalar] = __kernel__ k(x : vec, pos : int)
    total += x[pos]
end
print parallel_do(5, y, k)
% => 13
