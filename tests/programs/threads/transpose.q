%! features: F313
% Blocks of 4 x 4 turn a tile in shared memory: what one thread wrote another reads, across a barrier.
function [] = __kernel__ turn(x : mat, y : mat, pos : ivec2, blkpos : ivec2, blkidx : ivec2, blkdim : ivec2)
    tile = shared(blkdim)
    tile[blkpos] = x[pos]
    syncthreads
    to = [blkidx[1]*blkdim[1] + blkpos[0], blkidx[0]*blkdim[0] + blkpos[1]]
    y[to] = tile[blkpos[1], blkpos[0]]
end
function y = turned(n : int)
    x = zeros(n,n)
    parallel_do(size(x), __kernel__ (pos : ivec2) -> x[pos] = 100*pos[0] + pos[1])
    y = zeros(n,n)
    parallel_do([size(x), [4,4]], x, y, turn)
    assert(y == transpose(x))
end
print turned(4)
% => [[0,100,200,300],
% =>  [1,101,201,301],
% =>  [2,102,202,302],
% =>  [3,103,203,303]]
y = turned(128)
% Sizes that an assertion bounds; what the threads leave alone is zero.
function [] = __kernel__ count(h : vec[int], x : vec[int], bins : int, pos : int, blkpos : int, blkdim : int)
    assert(bins <= 64)
    own : vec[int] = shared_zeros(bins)
    own[x[pos]] += 1
    syncthreads(block)
    for i = blkpos..blkdim..bins-1
        h[i] += own[i]
    end
end
x = vec[int](1000)
parallel_do(1000, __kernel__ (pos : int) -> x[pos] = mod(pos*pos, 10))
h = vec[int](10)
parallel_do([[1,1000],[1,100]], h, x, 10, count)
% Last digits of squares: 0 and 5 once in ten, 1 4 6 9 twice.
print h
% => [100,200,0,0,200,100,200,0,0,200]
