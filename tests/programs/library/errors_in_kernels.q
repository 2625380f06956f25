% error in device functions and kernels, with a constant text: raised where the host waits for the kernel.
function y = __device__ root(x : scalar)
    if x < 0
        error("no root of what is below 0")
    end
    y = sqrt(x)
end
print root(4)
% => 2
try
    print root(-4)
catch ex
    print ex
end
% => no root of what is below 0
x = [4.0,9.0,16.0]
y = zeros(3)
parallel_do(3, x, y, __kernel__ (x : vec, y : vec, pos : int) -> y[pos] = root(x[pos]))
print y
% => [2,3,4]
x[1] = -1
try
    parallel_do(3, x, y, __kernel__ (x : vec, y : vec, pos : int) -> y[pos] = root(x[pos]))
    print y
catch ex
    print ex
end
% => no root of what is below 0
function [] = __kernel__ odd(x : vec, pos : int)
    if x[pos] == 9
        error("two parts, ", "one text")
    end
end
try
    parallel_do(3, [1.0,9.0,2.0], odd)
    serial_do(1, [9.0], odd)
catch ex
    print ex
end
% => two parts, one text
