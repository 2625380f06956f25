% One part of a feature of the inventory.
function [] = __kernel__ k(y : cube, blkdim : ivec3, pos : ivec3)
    y[pos] = blkdim[0]*10000 + blkdim[1]*100 + blkdim[2]
end
y = zeros(4,4,2)
parallel_do([size(y,0..2),[2,4,1]], y, k)
print y[3,3,1]
% => 20401
function [] = __kernel__ k1(y : vec, blkdim : int, blkidx : int, pos : int)
    y[pos] = blkdim*10 + blkidx
end
v = zeros(6)
parallel_do([[1,6],[1,3]], v, k1)
print v[0], " ", v[5]
% => 30 31
