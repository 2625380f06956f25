%! features: F319
% Parts of a group: tiles of 4, 8 and 16 threads, and their barriers.
function [] = __kernel__ tiles(y : mat[int], pos : int, n : int, this_thread_block : thread_block)
    tile = this_thread_block.partition(n)
    y[pos,0..1] = [tile.thread_idx, tile.size]
end
for n = [4,8,16]
    y = mat[int](40,2)
    parallel_do([[1,40],[1,20]], y, int(n), tiles)
    print n, ": ", y[5,:], y[13,:], y[17,:], y[39,:]
end
% Of a block of 20: thread 17 is in the tile from 16 on, which has 4 threads; thread 39 is number 19 of its block.
% => 4: [1,4][1,4][1,4][3,4]
% => 8: [5,8][5,8][1,4][3,4]
% => 16: [5,16][13,16][1,4][3,4]
% Threads of a tile wait for each other, while other tiles go another way.
function [] = __kernel__ waiting(a : vec[int], b : vec[int], pos : int, this_thread_block : thread_block)
    tile = this_thread_block.partition(4)
    if mod(int(pos / 4), 2) == 0
        for k = 1..3
            a[pos] = a[pos] + tile.thread_idx
            tile.sync()
            b[pos] = a[4*int(pos/4) + mod(pos + 1, 4)]
            tile.sync()
        end
    end
end
a = vec[int](16)
b = vec[int](16)
parallel_do([[1,16],[1,16]], a, b, waiting)
print b
% => [3,6,9,0,0,0,0,0,3,6,9,0,0,0,0,0]
% Parts of the threads that are on their way, and parts of parts: in the order of their numbers.
function [] = __kernel__ parts(y : mat[int], pos : int, coalesced_threads : thread_block)
    if mod(pos, 2) == 1
        four = coalesced_threads.partition(4)
        two = four.partition(2)
        y[pos,0..4] = [four.thread_idx, four.size, four.active_mask, two.thread_idx, two.active_mask]
    end
end
y = mat[int](12,5)
parallel_do([[1,12],[1,12]], y, parts)
% Odd threads 1 3 5 7 | 9 11: bits 2 + 8 + 32 + 128 = 170, 512 + 2048 = 2560; pairs 10, 160, 2560.
print y[1,:], y[3,:], y[5,:], y[7,:]
print y[9,:], y[11,:]
% => [0,4,170,0,10][1,4,170,1,10][2,4,170,0,160][3,4,170,1,160]
% => [0,2,2560,0,2560][1,2,2560,1,2560]
% The barriers of the block and of the grid.
function [] = __kernel__ turn(x : vec[int], pos : int, this_thread_block : thread_block, this_grid : thread_block, coalesced_threads : thread_block)
    v = x[this_grid.size - 1 - this_grid.thread_idx]
    this_grid.sync()
    x[pos] = v
    this_thread_block.sync()
    w = x[4*int(pos/4) + 3 - this_thread_block.thread_idx]
    this_thread_block.sync()
    x[pos] = w
    coalesced_threads.sync()
    x[pos] += 100
end
x = vec[int](8)
parallel_do(8, __kernel__ (pos : int) -> x[pos] = pos)
parallel_do([[1,8],[1,4]], x, turn)
% 7 6 5 4 3 2 1 0, then each block turned round.
print x
% => [104,105,106,107,100,101,102,103]
% Another number of threads is an error.
try
    parallel_do([[1,8],[1,8]], mat[int](8,2), 5, tiles)
catch ex
    print ex.message
end
% => a part of a group has 1, 2, 4, 8, 16 or 32 threads
