%! features: F149
% Captured arrays are references (4.2), also those of a device function that host code calls, and of a kernel.
function y = __device__ last(n : int)
    z = zeros(3)
    f = __device__ (k : int) -> z[k] = 7
    f(n)
    y = z[n]
end
print last(1)
% => 7
m = zeros(2,3)
function [] = __kernel__ each(y : mat, pos : int)
    z = zeros(3)
    f = __device__ (k : int) -> z[k] = pos + 1
    f(2)
    y[pos,0..2] = z
end
parallel_do(2, m, each)
print m
% => [[0,0,1],
% =>  [0,0,2]]
