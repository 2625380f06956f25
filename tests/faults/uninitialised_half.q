%! fault: read of uninitialised memory
%! kernel: half
%! array: tile
% Only some of the threads fill the tile.
function [] = __kernel__ half(x : vec, y : vec, pos : int, blkpos : int, blkdim : int)
    tile = shared(blkdim)
    if blkpos < 16
        tile[blkpos] = x[pos]
    end
    syncthreads
    y[pos] = tile[blkpos] % here
end
x = ones(64)
y = zeros(64)
parallel_do([[1,64],[1,32]], x, y, half)
print y[0]
