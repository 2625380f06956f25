%! features: F314
% One kernel for each group that waits, and barriers in loops.
% Block: a sum as a tree, in log2 rounds with a barrier each.
function [] = __kernel__ tree(x : vec, y : vec, pos : int, blkpos : int, blkdim : int, blkidx : int)
    part = shared(blkdim)
    part[blkpos] = x[pos]
    syncthreads
    half = int(blkdim / 2)
    while half >= 1
        if blkpos < half
            part[blkpos] = part[blkpos] + part[blkpos + half]
        end
        syncthreads(block)
        half = int(half / 2)
    end
    if blkpos == 0
        y[blkidx] = part[0]
    end
end
x = zeros(64)
parallel_do(64, __kernel__ (pos : int) -> x[pos] = pos)
y = zeros(4)
parallel_do([[1,64],[1,16]], x, y, tree)
% Sixteen numbers from 0, 16, 32 and 48 on.
print y
% => [120,376,632,888]
% Grid: every round reads what the neighbours, also those of other blocks, wrote in the round before.
function [] = __kernel__ shift(x : vec, rounds : int, pos : int)
    n = numel(x)
    for r = 1..rounds
        v = x[mod(pos + 1, n)]
        syncthreads(grid)
        x[pos] = v
        syncthreads(grid)
    end
end
parallel_do([[1,64],[1,8]], x, 20, shift)
print x[0], " ", x[43], " ", x[44], " ", x[63]
% => 20 63 0 19
% Host waits for all threads of the launch too.
function [] = __kernel__ swap_ends(x : vec, pos : int)
    v = x[numel(x) - 1 - pos]
    syncthreads(host)
    x[pos] = v
end
z = [1,2,3,4,5] + 0.5
parallel_do([[1,5],[1,2]], z, swap_ends)
print z
% => [5.5,4.5,3.5,2.5,1.5]
% On one device all grids are this one.
function [] = __kernel__ rotate(x : vec, pos : int)
    v = x[mod(pos + 1, numel(x))]
    syncthreads(multi_grid)
    x[pos] = v
end
z = [1,2,3,4,5,6] + 0.0
parallel_do([[1,6],[1,2]], z, rotate)
print z
% => [2,3,4,5,6,1]
% Warp: threads that go different ways wait for those on their own way.
function [] = __kernel__ warps(a : vec[int], b : vec[int], pos : int)
    if mod(pos, 2) == 0
        a[pos] = 10*pos
        syncthreads(warp)
        b[pos] = a[mod(pos + 2, numel(a))]
    else
        a[pos] = 7*pos
        syncthreads(warp)
        b[pos] = a[mod(pos + 2, numel(a))]
    end
end
a = vec[int](6)
b = vec[int](6)
parallel_do([[1,6],[1,6]], a, b, warps)
print b
% => [20,21,40,35,0,7]
