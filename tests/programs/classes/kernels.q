% Classes in device functions, kernels, captured by kernels, and in loops that become kernels.
type point : class
    x : scalar
    y : scalar
    n : int
endtype
function y : scalar = __device__ norm2(p : point)
    y = p.x * p.x + p.y * p.y
end
function y : point = __device__ scaled(p : point, k : scalar)
    y = point(x:=p.x*k, y:=p.y*k, n:=p.n + 1)
end
p = point(x:=3, y:=4, n:=1)
r = zeros(5)
function [] = __kernel__ k(r : vec, p : point, pos : int)
    q = scaled(scaled(p, pos), 2)
    q.x += 1
    r[pos] = norm2(q) + q.n
end
parallel_do(5, r, p, k)
% (6 pos + 1)^2 + (8 pos)^2 + 3
print r
% => [4,116,428,940,1652]
parallel_do(size(r), (pos : int) -> r[pos] = p.x * pos + p.n)
print r
% => [1,4,7,10,13]
for i = 0..4
    q = point(x:=i, y:=p.y, n:=i)
    if i > 2
        q = scaled(q, 10)
    end
    r[i] = norm2(q) + q.n
end
% i < 3: i^2 + 16 + i; else 100 (i^2 + 16) + i + 1
print r
% => [16,18,22,2504,3205]
sum = point()
for i = 0..4
    sum.x += r[i]
    sum.n += 1
end
print sum
% => {x: 5765, y: 0, n: 5}
