%! fault: race in shared memory
%! kernel: twice
%! array: tile
% The tile is filled again while some threads still read it.
function [] = __kernel__ twice(x : vec, y : vec, pos : int, blkpos : int, blkdim : int)
    tile = shared(blkdim)
    tile[blkpos] = x[pos]
    syncthreads
    s = tile[blkdim - 1 - blkpos] % here
    tile[blkpos] = 10*x[pos] % here
    syncthreads
    y[pos] = s + tile[blkdim - 1 - blkpos]
end
x = zeros(128)
for k = 0..127
    x[k] = k
end
y = zeros(128)
parallel_do([[1,128],[1,64]], x, y, twice)
print y[0]
