%! fault: race in shared memory
%! kernel: turn
%! array: tile
% The barrier between writing and reading the tile is missing.
function [] = __kernel__ turn(x : mat, y : mat, pos : ivec2, blkpos : ivec2, blkdim : ivec2)
    tile = shared_zeros(blkdim)
    tile[blkpos] = x[pos] % here
    y[pos] = tile[blkpos[1], blkpos[0]] % here
end
x = zeros(16,16)
for m = 0..15
    for n = 0..15
        x[m,n] = 16*m + n
    end
end
y = zeros(16,16)
parallel_do([[16,16],[16,16]], x, y, turn)
print y[0,1]
