%! features: F320
% What threads of a warp exchange, against the same computed by formula.
function [] = __kernel__ shuffles(y : mat[int], pos : int, coalesced_threads : thread_block)
    v = 10*pos
    y[pos,0..4] = [coalesced_threads.shfl(v, 3), coalesced_threads.shfl(v, pos + 1), coalesced_threads.shfl_up(v, 2), coalesced_threads.shfl_down(v, 2), coalesced_threads.shfl_xor(v, 5)]
end
y = mat[int](64,5)
parallel_do([[1,64],[1,64]], y, shuffles)
function n = source(pos : int, rank : int)
    % A number beyond the warp gives the own value.
    base = pos - mod(pos, 32)
    n = rank >= 0 && rank < 32 ? 10*(base + rank) : 10*pos
end
wrong = 0
for pos = 0..63
    r = mod(pos, 32)
    wrong += y[pos,0] != source(pos, 3)
    % A number is counted round the group.
    wrong += y[pos,1] != source(pos, mod(pos + 1, 32))
    wrong += y[pos,2] != source(pos, r - 2)
    wrong += y[pos,3] != source(pos, r + 2)
    wrong += y[pos,4] != source(pos, xor(r, 5))
end
print wrong
% => 0
print y[33,:]
% => [350,340,330,350,360]
% Among the threads on one way, and in tiles: numbers are those in the group.
function [] = __kernel__ apart(y : mat[int], pos : int, coalesced_threads : thread_block, this_thread_block : thread_block)
    tile = this_thread_block.partition(4)
    y[pos,3] = tile.shfl_down(pos, 1)
    y[pos,4] = tile.shfl(pos, -1)
    if mod(pos, 3) == 0
        y[pos,0..2] = [coalesced_threads.shfl(pos, 1), coalesced_threads.shfl_down(pos, 1), coalesced_threads.shfl_up(pos, 1)]
    end
end
y = mat[int](8,5)
parallel_do([[1,8],[1,8]], y, apart)
print y
% Threads 0, 3, 6 are numbers 0, 1, 2.
% => [[3,3,0,1,3],
% =>  [0,0,0,2,3],
% =>  [0,0,0,3,3],
% =>  [3,6,0,3,3],
% =>  [0,0,0,5,7],
% =>  [0,0,0,6,7],
% =>  [3,6,3,7,7],
% =>  [0,0,0,7,7]]
