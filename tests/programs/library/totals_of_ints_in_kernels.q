% Totals of ints in kernels and device functions are exact as on the host: 64 bits in between, sums of bytes without a wrap.
function s = __device__ alternating(a : int, b : int)
    v : ivec4 = [a, b, -a, -b]
    s = sum(v)
end
function [] = __kernel__ totals(x : vec[int], y : vec[int], pos : int)
    v : ivec3 = [x[pos], x[pos], -x[pos]]
    y[pos] = sum(v) - alternating(x[pos], x[pos])
end
function [] = __kernel__ products(x : vec[int], y : vec[int], pos : int)
    v : ivec3 = [x[pos], 0, x[pos]]
    w : ivec2 = [x[pos], -1]
    y[pos] = prod(v) + prod(w)
end
function [] = __kernel__ dots(x : vec[int], y : vec[int], pos : int)
    v : ivec2 = [x[pos], x[pos]]
    y[pos] = dotprod(v, [1,-1])
end
function [] = __kernel__ narrow(x : mat[uint16], y : vec[int], pos : int)
    v = x[pos,0..3]
    y[pos] = sum(v)
end
function [] = __kernel__ running(x : vec[int], y : mat[int], pos : int)
    v : ivec3 = [x[pos], -x[pos], x[pos]]
    y[pos,0..2] = cumsum(v)
end
x = int([5,2000000000,-2000000000])
y = vec[int](3)
parallel_do(3, x, y, totals)
print y
% => [5,2000000000,-2000000000]
parallel_do(3, x, y, products)
print y
% => [-5,-2000000000,2000000000]
parallel_do(3, x, y, dots)
print y
% => [0,0,0]
b = mat[uint16](3,4)
b[:,:] = 65535
b[0,0] = 1
parallel_do(3, b, y, narrow)
print y
% 3*65535 + 1, 4*65535
% => [196606,262140,262140]
z = mat[int](3,3)
parallel_do(3, x, z, running)
print z[1,:]
% => [2000000000,0,2000000000]
% What does not fit is an error, as on the host. One element alone is too great: which of several errors is told first is open on a GPU.
function [] = __kernel__ sums(x : vec[int], y : vec[int], pos : int)
    v : ivec3 = [x[pos], x[pos], 1]
    y[pos] = sum(v)
end
function [] = __kernel__ cubes(x : vec[int], y : vec[int], pos : int)
    v : ivec3 = [x[pos], x[pos], x[pos]]
    y[pos] = prod(v)
end
function [] = __kernel__ squares(x : vec[int], y : vec[int], pos : int)
    v : ivec2 = [x[pos], 3]
    y[pos] = dotprod(v, v)
end
x = int([5,2000000000,7])
for which = 0..2
    try
        match which with
        | 0 -> parallel_do(3, x, y, sums)
        | 1 -> parallel_do(3, x, y, cubes)
        | 2 -> parallel_do(3, x, y, squares)
        end
    catch ex
        print ex
    end
end
% The value is told in double precision, rounded to the digits that tell it apart.
% => the value 4000000001 does not fit an int, which sum of ints gives; sum(1.0*x) is a scalar
% => the value 8e+27 does not fit an int, which prod of ints gives; prod(1.0*x) is a scalar
% => the value 4e+18 does not fit an int, which dotprod of ints gives; dotprod(1.0*x) is a scalar
