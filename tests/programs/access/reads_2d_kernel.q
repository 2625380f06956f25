%! features: F282
% x is 3×4 with x[i,j] = 10 i + j. Reads at (-1,-1), (3,4), (-1,4), (7,-9).
function y = table()
    y = zeros(3,4)
    for i = 0..2
        for j = 0..3
            y[i,j] = 10*i + j
        end
    end
end
x = table()
p = [[-1,-1],[3,4],[-1,4],[7,-9]]
function [] = __kernel__ mirrored(x : mat'mirror, p : mat[int], y : vec, pos : int)
    y[pos] = x[p[pos,0],p[pos,1]]
end
function [] = __kernel__ wrapped(x : mat'circular, p : mat[int], y : vec, pos : int)
    y[pos] = x[p[pos,0],p[pos,1]]
end
function [] = __kernel__ limited(x : mat'clamped, p : mat[int], y : vec, pos : int)
    y[pos] = x[p[pos,0],p[pos,1]]
end
function [] = __kernel__ guarded(x : mat'safe, p : mat[int], y : vec, pos : int)
    y[pos] = x[p[pos,0],p[pos,1]]
end
y = zeros(4)
% Rows: -1→0, 3→2, 7 mod 6 = 1→1. Columns: -1→0, 4→3, -9→0.
parallel_do(4, x, p, y, mirrored)
print y
% => [0,23,3,10]
% Rows mod 3: 2, 0, 2, 1. Columns mod 4: 3, 0, 0, 3.
parallel_do(4, x, p, y, wrapped)
print y
% => [23,0,20,13]
parallel_do(4, x, p, y, limited)
print y
% => [0,23,3,20]
parallel_do(4, x, p, y, guarded)
print y
% => [0,0,0,0]
