% The table of the manual, kernel column: numbers and fixed small vectors as arguments of a launch, arrays by reference, functions.
function [] = __kernel__ all(a : scalar, b : cscalar, s : vec3, i : ivec2, v : vec, m : mat, q : cube, f : [__device__ scalar -> scalar], pos : int)
    a = a + 1
    v[0] = a + imag(b)
    m[0,1] = s[2] + i[1]
    q[0,0,1] = f(a)
    s[0] = 9
end
a = 1.0
s = [1.0,2.0,3.0]
v = zeros(2)
m = zeros(1,2)
q = zeros(1,1,2)
parallel_do(1, a, 2i, s, [4,5], v, m, q, __device__ x -> 10*x, all)
print a, v, m, q, s
% => 1[4,0][0,8][[[0,20]]][9,2,3]
