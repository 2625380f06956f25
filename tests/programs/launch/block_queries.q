%! features: F208 F209
% The largest and the suitable block of a kernel are legal, and the number of blocks covers the data; blkdim is what was asked for.
function [] = __kernel__ k(x : mat, pos : ivec2, blkdim : ivec2, blkcnt : ivec2)
    x[pos] = 1000*blkdim[0] + blkdim[1] + 1000000*(blkcnt[0]*10 + blkcnt[1])
end
function [] = check(h : int, w : int)
    x = zeros(h,w)
    b = max_block_size(k, size(x))
    assert(b[0] >= 1 && b[1] >= 1 && b[0]*b[1] <= 1024)
    c = opt_block_size(k, size(x))
    assert(c[0] >= 1 && c[1] >= 1 && c[0]*c[1] <= 1024)
    n = opt_block_cnt(k, c, size(x))
    assert(n[0]*c[0] >= h && (n[0]-1)*c[0] < h && n[1]*c[1] >= w && (n[1]-1)*c[1] < w)
    parallel_do([n.*c, c], zeros(n.*c), k)
    parallel_do([size(x), c], x, k)
    assert(x[h-1,w-1] == 1000*c[0] + c[1] + 1000000*(n[0]*10 + n[1]))
end
check(64, 64)
check(1, 1)
check(31, 33)
check(7, 5)
check(1, 77)
x = zeros(6,40)
parallel_do([size(x,0..1), max_block_size(k, [4,8])], x, k)
% Blocks of 4 x 8: 2 and 5 of them.
print x[5,39]
% => 25004008
% 16 x 2048 is too much: 1024 positions along the last dimension.
print max_block_size(k, [16,2048]), max_block_size([16,32,1])
% => [1,1024][16,32,1]
% A number of positions.
print max_block_size(5000), " ", opt_block_cnt(64, 100)
% => 1024 2
% The forms of the documents: dimensions and block as a matrix, also with numbers that only running tells, and a block for three dimensions.
function [] = __kernel__ line(y : vec, pos : int, blkpos : int, blkdim : int)
    y[pos] = 100*blkdim + blkpos
end
for B = [2,4]
    y = zeros(B)
    parallel_do([[1,B],[1,B]], y, line)
    print y
end
% => [200,201]
% => [400,401,402,403]
function [] = __kernel__ volume(y : cube, pos : ivec3, blkdim : ivec3)
    y[pos] = 10000*blkdim[0] + 100*blkdim[1] + blkdim[2]
end
y = zeros(33,32,3)
parallel_do([size(y,0..2),[32,32,1]], y, volume)
print y[0,0,0], " ", y[32,31,2]
% => 323201 323201
