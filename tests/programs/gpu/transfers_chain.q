%! features: F295
% A chain of launches: only what it begins with goes to the GPU, and only its end comes back. The arrays between are written as a whole.
function [] = __kernel__ double_all(x : vec'unchecked, y : vec'unchecked, pos : int)
    y[pos] = 2*x[pos]
end
function [] = __kernel__ add_one(y : vec'unchecked, z : vec'unchecked, pos : int)
    z[pos] = y[pos]+1
end
n = 64
x = linspace(0, 63, n)
y = zeros(n)
z = zeros(n)
parallel_do(n, x, y, double_all)
parallel_do(n, y, z, add_one)
parallel_do(n, z, y, double_all)
% 2*(2*k + 1)
print y[0], " ", y[1], " ", y[63]
% => 2 6 254
%! trace: in x 256; launch 3; launch 6; launch 3; out y 256
