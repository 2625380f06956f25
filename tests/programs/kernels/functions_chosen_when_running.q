%! features: F205
%! emits: cuda const qc_array a, const int f)
% A function as an argument of a kernel or device function: one that is known is part of the kernel made for it; one of
% several is chosen in the kernel.
function y = __device__ twice(x : scalar)
    y = 2*x
end
function y = __device__ square(x : scalar)
    y = x^2
end
function [] = __kernel__ apply(a : vec, f : [__device__ scalar -> scalar], pos : int)
    a[pos] = f(a[pos])
end
function y = __device__ through(f : [__device__ scalar -> scalar], x : scalar)
    y = f(x) + 1
end
function [] = __kernel__ both(a : vec, f : [__device__ scalar -> scalar], pos : int)
    a[pos] = through(f, a[pos])
end
% Known when compiling.
a = [1.0,2,3,4]
parallel_do(4, a, twice, apply)
print a
% => [2,4,6,8]
parallel_do(4, a, square, both)
print a
% => [5,17,37,65]
% Chosen when running, on the host.
for k = 0..1
    f = k == 0 ? twice : square
    b = [1.0,2,3,4]
    parallel_do(4, b, f, apply)
    c = [1.0,2,3,4]
    parallel_do(4, c, f, both)
    print b, " ", c, " ", through(f, 3)
end
% => [2,4,6,8] [3,5,7,9] 7
% => [1,4,9,16] [2,5,10,17] 10
% Functions with captured values, from a cell.
gain = 10
offset = 0.5
fs = {__device__ (x : scalar) -> gain*x, __device__ (x : scalar) -> x + offset, square}
for k = 0..2
    b = [1.0,2]
    parallel_do(2, b, fs[k], apply)
    print b
end
% => [10,20]
% => [1.5,2.5]
% => [1,4]
% Chosen in the kernel, position by position.
function [] = __kernel__ mixed(a : vec, pos : int)
    f = mod(pos, 2) == 0 ? twice : square
    a[pos] = through(f, a[pos])
end
d = [3.0,3,5,5]
parallel_do(4, d, mixed)
print d
% => [7,10,11,26]
% A loop that becomes a kernel.
for k = 0..1
    f = k > 0 ? square : twice
    e = zeros(4)
    for i = 0..3
        e[i] = f(i)
    end
    print e
end
% => [0,2,4,6]
% => [0,1,4,9]
