%! features: F198
% All ways that are allowed: host functions call host and device functions and launch kernels, device functions call device functions,
% kernels call device functions and launch kernels.
function y = host(x)
    y = device_two(x) + helper(x)
end
function y = helper(x)
    y = 100*x
end
function y = __device__ device_one(x)
    y = x + 1
end
function y = __device__ device_two(x)
    y = 2*device_one(x)
end
function [] = __kernel__ each(y : vec, pos : int)
    y[pos] = device_two(1.0*pos)
end
function [] = __kernel__ rows(y : mat, pos : int)
    function [] = __kernel__ columns(pos : int)
        z[pos] = device_one(pos)
    end
    z = zeros(3)
    serial_do(3, columns)
    y[pos,0..2] = z
end
print host(3)
% => 308
y = zeros(3)
parallel_do(3, y, each)
print y
% => [2,4,6]
y = zeros(3)
serial_do(3, y, each)
print y
% => [2,4,6]
m = zeros(2,3)
parallel_do(2, m, rows)
print m
% => [[1,2,3],
% =>  [1,2,3]]
