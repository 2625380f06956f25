% Barriers of the grid: a two-pass filter in one launch by a grid that is smaller than the data, the number of blocks that
% opt_block_cnt gives, and launches of more threads than can wait for each other.
%! features: F315
function [] = __kernel__ filter(x : mat'clamped, y : mat, z : mat'clamped, fc : vec, n : int, pos : ivec2, blkdim : ivec2, blkcnt : ivec2)
    [h, w] = size(x, 0..1)
    across = blkdim .* blkcnt
    for i = pos[0]..across[0]..h-1
        for j = pos[1]..across[1]..w-1
            s = 0.0
            for t = 0..numel(fc)-1
                s += x[i,j+t-n] * fc[t]
            end
            z[i,j] = s
        end
    end
    syncthreads(grid)
    for i = pos[0]..across[0]..h-1
        for j = pos[1]..across[1]..w-1
            s = 0.0
            for t = 0..numel(fc)-1
                s += z[i+t-n,j] * fc[t]
            end
            y[i,j] = s
        end
    end
end
function y = filtered(x : mat, grid : ivec2, block : ivec2)
    y = zeros(size(x))
    z = zeros(size(x))
    parallel_do([grid .* block, block], x, y, z, [1,2,1] + 0.0, 1, filter)
end
x = zeros(33,47)
x[16,20] = 64
block = opt_block_size(filter, size(x))
grid = opt_block_cnt(filter, block, size(x))
% All that the data needs, where it fits: the filter of one point is the product of both passes.
y = filtered(x, grid, block)
print y[15..17,19..21]
% => [[64,128,64],
% =>  [128,256,128],
% =>  [64,128,64]]
% Every grid gives the same: one block, 2x3 blocks of 4x4 threads, more threads than elements.
print max(abs(filtered(x, [1,1], [4,8]) - y)), max(abs(filtered(x, [2,3], [4,4]) - y)), max(abs(filtered(x, [9,7], [4,8]) - y))
% => 000
% Four billion threads cannot wait for each other.
function [] = __kernel__ all(x : vec, pos : ivec2)
    syncthreads(grid)
    x[0] = 1
end
function [] = __kernel__ by_member(x : vec, pos : ivec2, this_grid : thread_block)
    this_grid.sync()
    x[0] = 1
end
v = zeros(1)
for k = 1..2
    try
        if k == 1
            parallel_do([[65536,65536],[16,16]], v, all)
        else
            parallel_do([[65536,65536],[16,16]], v, by_member)
        end
        print "launched"
    catch ex
        print ex.line, ": ", ex.message
    end
end
% => 58: the launch is too large: 1073741824 threads at most can wait for each other, and all threads of all blocks count. Launch as many blocks as `opt_block_cnt` gives, and let each thread do several positions
% => 60: the launch is too large: 1073741824 threads at most can wait for each other, and all threads of all blocks count. Launch as many blocks as `opt_block_cnt` gives, and let each thread do several positions
% All threads of all blocks count: one position too many, and blocks that are mostly empty.
function [] = attempt(h : int, w : int, a : int, b : int)
    x = zeros(1)
    try
        parallel_do([[h,w],[a,b]], x, all)
        print x[0]
    catch ex
        print "too large"
    end
end
attempt(2, 536870913, 1, 1)
% => too large
attempt(2, 3, 1, 1073741824)
% => too large
attempt(0, 65536, 1, 65536)
% => 0
attempt(3, 5, 2, 2)
% => 1
% Of more than fits, opt_block_cnt gives what fits, and there is no room for one more row of blocks.
c = [16,16]
n = opt_block_cnt(all, c, [65536,65536])
threads = 1.0 * n[0] * c[0] * n[1] * c[1]
print n[1], " ", threads <= 1073741824, " ", threads + n[1] * 256 > 1073741824
% => 4096 1 1
%! run: processors (a device says itself how many blocks it holds at once)
