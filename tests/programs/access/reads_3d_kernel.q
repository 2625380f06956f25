%! features: F282
% x is 2×3×2 with x[i,j,k] = 100 i + 10 j + k. Reads at (-1,3,2), (2,-2,-1), (9,9,9).
x = zeros(2,3,2)
for i = 0..1
    for j = 0..2
        for k = 0..1
            x[i,j,k] = 100*i + 10*j + k
        end
    end
end
p = [[-1,3,2],[2,-2,-1],[9,9,9]]
function [] = __kernel__ mirrored(x : cube'mirror, p : mat[int], y : vec, pos : int)
    y[pos] = x[p[pos,0],p[pos,1],p[pos,2]]
end
function [] = __kernel__ wrapped(x : cube'circular, p : mat[int], y : vec, pos : int)
    y[pos] = x[p[pos,0],p[pos,1],p[pos,2]]
end
function [] = __kernel__ limited(x : cube'clamped, p : mat[int], y : vec, pos : int)
    y[pos] = x[p[pos,0],p[pos,1],p[pos,2]]
end
function [] = __kernel__ guarded(x : cube'safe, p : mat[int], y : vec, pos : int)
    y[pos] = x[p[pos,0],p[pos,1],p[pos,2]]
end
y = zeros(3)
% mirror: N=2 period 4: -1→0, 2→1, 9 mod 4 = 1→1; N=3 period 6: 3→2, -2→1, 9 mod 6 = 3→2.
parallel_do(3, x, p, y, mirrored)
print y
% => [21,110,121]
% circular: (1,0,0), (0,1,1), (1,0,1)
parallel_do(3, x, p, y, wrapped)
print y
% => [100,11,101]
% clamped: (0,2,1), (1,0,0), (1,2,1)
parallel_do(3, x, p, y, limited)
print y
% => [21,100,121]
parallel_do(3, x, p, y, guarded)
print y
% => [0,0,0]
