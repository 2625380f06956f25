% One part of a feature of the inventory.
function [] = __kernel__ map_all(x : vec, y : vec, f : [__device__ scalar -> scalar], pos : int)
    y[pos] = f(x[pos])
end
x = [1.0,2.0,3.0]
y = zeros(3)
parallel_do(3, x, y, __device__ (v : scalar) -> v*v, map_all)
print y
% => [1,4,9]
parallel_do(3, x, y, __device__ (v : scalar) -> -v, map_all)
print y
% => [-1,-2,-3]
