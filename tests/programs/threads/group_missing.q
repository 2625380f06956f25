%! run: processors (on a GPU threads that have left are not waited for)
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
% => 8: not all threads of the group come here
% A thread that leaves its tile alone is an error at the line of the barrier.
function [] = __kernel__ alone(y : vec[int], pos : int, n : int, this_thread_block : thread_block)
    tile = this_thread_block.partition(8)
    if pos < n
        tile.sync()
        y[pos] = 1
    end
end
y = vec[int](16)
for n = [16,8,9]
    try
        parallel_do([[1,16],[1,16]], y, int(n), alone)
        print "reached"
    catch ex
        print ex.line, ": ", ex.message
    end
end
% => reached
% => reached
% => 24: not all threads of the group come here
