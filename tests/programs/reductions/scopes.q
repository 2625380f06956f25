%! features: F179
%! reduction: Applied reduction scaled(x) -> 2*x
%! reduction: Result after 1 reduction: 2*x
%! reduction: Applied reduction scaled(y[pos]) -> 3*y[pos]
%! reduction: Result after 1 reduction: 3*y[pos]+on_device(y[pos])
%! reduction: Applied reduction scaled(5.0) -> 5*5.0
%! reduction: Result after 1 reduction: print(5*5.0)
% A rule for device functions, one for kernels, one for host code.
reduction (x : scalar) -> scaled(x) = 2*x where $ftype("__device__")
reduction (x : scalar) -> scaled(x) = 3*x where $ftype("__kernel__")
reduction (x : scalar) -> scaled(x) = 5*x where $ftype("__host__")
function y = __device__ on_device(x : scalar)
    y = scaled(x)
end
function [] = __kernel__ k(y : vec, pos : int)
    y[pos] = scaled(y[pos]) + on_device(y[pos])
end
y = ones(4)
parallel_do(4, y, k)
print y
% 3 + 2
% => [5,5,5,5]
print scaled(5.0)
% => 25
