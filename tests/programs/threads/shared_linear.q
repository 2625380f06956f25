% One index counts the elements of a shared array of several dimensions, as of any array.
function [] = __kernel__ flipped(y : mat, pos : ivec2, blkpos : ivec2)
    tile = shared(4,4)
    tile[blkpos[0]*4 + blkpos[1]] = pos[0]*10 + pos[1]
    syncthreads
    tile[15 - blkpos[0]*4 - blkpos[1]] += 100
    syncthreads
    y[pos] = tile[blkpos[1],blkpos[0]]
end
y = zeros(4,8)
parallel_do([[4,8],[4,4]], y, flipped)
print y
% => [[100,110,120,130,104,114,124,134],
% =>  [101,111,121,131,105,115,125,135],
% =>  [102,112,122,132,106,116,126,136],
% =>  [103,113,123,133,107,117,127,137]]
