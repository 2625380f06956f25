% Without a block size a launch takes the one that opt_block_size tells.
function [] = __kernel__ flat(y : ivec, blkdim : int, blkcnt : int, blkidx : int, blkpos : int, pos : int)
    y[pos] = blkdim + 10000*(blkidx*blkdim + blkpos == pos) + 100000*blkcnt
end
function [] = __kernel__ image(y : icube, blkdim : ivec3, blkpos : ivec3, blkidx : ivec3, pos : ivec3)
    at = blkidx.*blkdim + blkpos
    y[pos] = 10000*blkdim[0] + 100*blkdim[1] + blkdim[2] + 1000000*(sum(abs(at - pos)) == 0)
end
y = vec[int](600)
parallel_do(600, y, flat)
% Three blocks of 256.
print y[0], " ", y[599], " ", opt_block_size(flat, 600)
% => 310256 310256 256
z = icube(40,20,3)
parallel_do(size(z), z, image)
% The channels as a whole: 256/3 = 85 are left, 16 along a row, 85/16 = 5 rows.
print z[0,0,0], " ", z[39,19,2], " ", opt_block_size(image, size(z))
% => 1051603 1051603 [5,16,3]
