%! fault: race in shared memory
%! kernel: flip
%! array: tile
% The barrier is for warps, and the other end of the block lies in another one.
function [] = __kernel__ flip(x : vec, y : vec, pos : int, blkpos : int, blkdim : int)
    tile = shared_zeros(blkdim)
    tile[blkpos] = x[pos] % here
    syncthreads(warp)
    y[pos] = tile[blkdim - 1 - blkpos] % here
end
x = zeros(128)
for k = 0..127
    x[k] = k
end
y = zeros(128)
parallel_do([[1,128],[1,128]], x, y, flip)
print y[0]
