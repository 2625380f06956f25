%! features: F200
% pos = blkidx .* blkdim + blkpos, with a block size that is asked for.
function [] = __kernel__ k(g : mat, b : mat, c : mat, n : mat, pos : ivec2, blkpos : ivec2, blkdim : ivec2, blkidx : ivec2, blkcnt : ivec2)
    g[pos] = blkidx[0]*blkdim[0] + blkpos[0] == pos[0] && blkidx[1]*blkdim[1] + blkpos[1] == pos[1]
    b[pos] = blkdim[0]*100 + blkdim[1]
    c[pos] = blkcnt[0]*100 + blkcnt[1]
    n[pos] = blkpos[1]
end
g = zeros(4,8)
b = zeros(4,8)
c = zeros(4,8)
n = zeros(4,8)
parallel_do([size(g), [2,4]], g, b, c, n, k)
print sum(g), " ", b[3,7], " ", c[0,0], " ", n[0,6]
% => 32 204 202 2
% Without types, as the guide writes `traverse`, in three dimensions and in one; blocks as the runtime chooses them.
function [] = __kernel__ traverse(y : cube, pos, blkpos, blkdim, blkidx, blkcnt)
    p = blkidx .* blkdim + blkpos
    inside = 1
    for k = 0..2
        if p[k] != pos[k] || blkidx[k] >= blkcnt[k] || blkpos[k] >= blkdim[k]
            inside = 0
        end
    end
    y[pos] = inside
end
y = zeros(5,67,3)
parallel_do(size(y), y, traverse)
print sum(y)
% 5*67*3
% => 1005
function [] = __kernel__ along(y : vec, pos, blkpos, blkdim, blkidx, blkcnt)
    y[pos] = blkidx*blkdim + blkpos == pos && blkidx < blkcnt
end
v = zeros(1000)
parallel_do(1000, v, along)
print sum(v)
% => 1000
