%! features: F295
% The host changes one element: the newest ones come back before, and the array goes once more.
function [] = __kernel__ add(x : vec'unchecked, y : vec'unchecked, pos : int)
    y[pos] += x[pos]
end
n = 32
x = ones(n)
y = zeros(n)
parallel_do(n, x, y, add)
y[3] = 10
x[4] = 5
parallel_do(n, x, y, add)
print y[3], " ", y[4], " ", y[5]
% => 11 6 2
%! trace: in x 128; zeros y 128; launch 3; out y 128; in x 128; in y 128; launch 3; out y 128
