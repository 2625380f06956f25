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
