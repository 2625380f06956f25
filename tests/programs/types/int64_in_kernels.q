% 64-bit integers in globals, fields, captures and arguments of kernels; what a place does not hold is an error there, too.
type part : class
    n : int64
    s : scalar
end
x = cast(3000000001, int64)
function y = reads_global()
    y = x + 1
end
print reads_global()
% => 3000000002
p = part(n := x, s := 2)
function [] = __kernel__ f(y : vec[int64], p : part, pos : int)
    y[pos] = p.n + pos
end
y = vec[int64](4)
parallel_do(4, y, p, f)
print y
% => [3000000001,3000000002,3000000003,3000000004]
g = __device__ (a : int64) -> a*x
parallel_do(4, y, __kernel__ (y : vec[int64], pos : int) -> y[pos] = g(y[pos]) - x)
print y
% (3000000001 + i)*3000000001 - 3000000001.
% => [9000000003000000000,9000000006000000001,9000000009000000002,9000000012000000003]
w = y + 0
u = vec[uint64](2)
u[0] = 2.0^63
try
    parallel_do(2, u, y, __kernel__ (u : vec[uint64], y : vec[int64], pos : int) -> y[pos] = u[pos])
    print y
catch ex
    print ex
end
% => the value 9.223372036854776e+18 does not fit an int64
try
    v = vec[int](4)
    parallel_do(4, w, v, __kernel__ (w : vec[int64], v : vec[int], pos : int) -> v[pos] = w[0])
    print v
catch ex
    print ex
end
% => the value 9.000000003e+18 does not fit an int
