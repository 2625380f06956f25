%! features: F320 F321
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
% Scalars, complex numbers and small arrays.
function [] = __kernel__ kinds(y : mat, pos : int, coalesced_threads : thread_block)
    a = coalesced_threads.shfl(0.5*pos, 3)
    z = coalesced_threads.shfl(pos + 2i*pos, 2)
    v = coalesced_threads.shfl([pos, pos + 0.25], 1)
    y[pos,0..4] = [a, real(z), imag(z), v[0], v[1]]
end
y = zeros(4,5)
parallel_do([[1,4],[1,4]], y, kinds)
print y[0,:], y[3,:]
% => [1.5,2,4,1,1.25][1.5,2,4,1,1.25]
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
% In loops, also such as threads leave at different times.
function [] = __kernel__ prefix(x : vec, y : vec, pos : int, coalesced_threads : thread_block)
    v = x[pos]
    d = 1
    while d < coalesced_threads.size
        u = coalesced_threads.shfl_up(v, d)
        if coalesced_threads.thread_idx >= d
            v += u
        end
        d *= 2
    end
    y[pos] = v
end
x = zeros(20)
parallel_do(20, __kernel__ (pos : int) -> x[pos] = pos + 1)
y = zeros(20)
parallel_do([[1,20],[1,20]], x, y, prefix)
% n(n+1)/2
print y[0], " ", y[1], " ", y[9], " ", y[19]
% => 1 3 55 210
% A kernel that runs one thread after another has the same groups.
y = zeros(20)
serial_do([[1,20],[1,20]], x, y, prefix)
print y[19]
% => 210
% Who is a member and does not come is missed: an error at the line of the exchange.
function [] = __kernel__ early(y : vec[int], n : int, pos : int, this_thread_block : thread_block)
    tile = this_thread_block.partition(4)
    if pos >= n
        return
    end
    y[pos] = tile.shfl_down(pos, 1)
end
for n = [12,10]
    try
        parallel_do([[1,16],[1,16]], vec[int](16), int(n), early)
        print "reached"
    catch ex
        print ex.line, ": ", ex.message
    end
end
% => reached
% => 144: not all threads of the group come here
