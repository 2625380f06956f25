%! features: F321
% What threads of a warp agree on, against what was counted by hand.
% Votes: all, any, ballot.
function [] = __kernel__ votes(y : mat[int], n : int, pos : int, coalesced_threads : thread_block)
    y[pos,0..2] = [coalesced_threads.all(pos < n), coalesced_threads.any(pos < n), coalesced_threads.ballot(pos < n)]
end
for n = [0,3,36,40]
    y = mat[int](40,3)
    parallel_do([[1,40],[1,40]], y, int(n), votes)
    print y[0,:], y[39,:]
end
% The second warp has the threads 32 to 39.
% => [0,0,0][0,0,0]
% => [0,1,7][0,0,0]
% => [1,1,-1][0,1,15]
% => [1,1,-1][1,1,255]
% A mask counts the threads of the group.
function [] = __kernel__ odd(y : mat[int], pos : int, coalesced_threads : thread_block, this_thread_block : thread_block)
    y[pos,1] = this_thread_block.partition(4).ballot(mod(pos, 4) >= 2)
    if mod(pos, 2) == 1
        y[pos,0] = coalesced_threads.ballot(pos >= 5)
    end
end
y = mat[int](8,2)
parallel_do([[1,8],[1,8]], y, odd)
% Threads 1 3 5 7 are numbers 0 to 3: 5 and 7 give 4 + 8.
print transpose(y)
% => [[0,12,0,12,0,12,0,12],
% =>  [12,12,12,12,12,12,12,12]]
% Equal values.
function [] = __kernel__ equal(y : mat[int], x : vec, pos : int, coalesced_threads : thread_block, this_thread_block : thread_block)
    tile = this_thread_block.partition(2)
    y[pos,0..3] = [coalesced_threads.match_any(x[pos]), coalesced_threads.match_all(x[pos]), tile.match_any(x[pos]), tile.match_all(int(x[pos]))]
    if pos < 3
        y[pos,4] = coalesced_threads.match_all(x[pos] > 0)
    end
end
x = [1,2.5,1,7,2.5,2.5,0,0]
y = mat[int](8,5)
parallel_do([[1,8],[1,8]], y, x, equal)
% 1 at 0 and 2: 5; 2.5 at 1, 4, 5: 50; 7 at 3: 8; 0 at 6, 7: 192. Pairs: (1,2.5) (1,7) (2.5,2.5) (0,0).
print transpose(y)
% => [[5,50,5,8,50,50,192,192],
% =>  [0,0,0,0,0,0,0,0],
% =>  [1,2,1,2,3,3,3,3],
% =>  [0,0,0,0,3,3,3,3],
% =>  [7,7,7,0,0,0,0,0]]
% Everybody has the same.
function [] = __kernel__ same(y : vec[int], pos : int, coalesced_threads : thread_block)
    y[pos] = coalesced_threads.match_all(3i)
end
y = vec[int](32)
parallel_do([[1,32],[1,32]], y, same)
print y[0], " ", y[31]
% => -1 -1
