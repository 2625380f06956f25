% The table of the manual, device columns: called from the host and from a kernel. Strings and values of unknown type on the host only.
function y = __device__ number(a : scalar, b : cscalar)
    a = a + 9
    b = b + 9i
    y = a + imag(b)
end
function [] = __device__ small(a : vec3, b : ivec2, c : cvec2)
    a[0] = 9
    b[1] = 9
    c[0] = 9i
end
function [] = __device__ large(a : vec, b : mat, c : cube)
    a[0] = 9
    b[0,1] = 9
    c[0,0,1] = 9
end
function y = __device__ length(a : string)
    y = 4
end
function y = __device__ apply(f : [__device__ scalar -> scalar], x : scalar)
    y = f(x)
end
function [] = __device__ anything(a)
    a[0] = 7
end
a = 1.0
b = 2i
print number(a, b), " ", a, " ", b
% => 21 1 0+2i
s = [1.0,2.0,3.0]
i = [1,2]
c = [1i,2i]
small(s, i, c)
print s, i, c
% => [9,2,3][1,9][0+9i,0+2i]
v = zeros(2)
m = zeros(1,2)
q = zeros(1,1,2)
large(v, m, q)
print v, m, q
% => [9,0][0,9][[[0,9]]]
print length("text"), apply(__device__ x -> 2*x, 4)
% => 48
k = {"s", [1,2]}
n = 1
anything(k[n])
print k
% => ["s",[7,2]]
v = zeros(2)
m = zeros(1,2)
q = zeros(1,1,2)
r = zeros(8)
function [] = __kernel__ all(r : vec, v : vec, m : mat, q : cube, pos : int)
    s = [1.0,2.0,3.0]
    i = [1,2]
    c = [1i,2i]
    small(s, i, c)
    large(v, m, q)
    a = 1.0
    r[0] = number(a, 2i)
    r[1] = a
    r[2] = s[0]
    r[3] = i[1]
    r[4] = imag(c[0])
    r[5] = apply(__device__ x -> 2*x, 4)
end
parallel_do(1, r, v, m, q, all)
print r, v, m, q
% => [21,1,9,9,9,8,0,0][9,0][0,9][[[0,9]]]
