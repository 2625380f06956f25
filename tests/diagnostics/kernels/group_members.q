% What a group of threads has, and how it is written.
function [] = __kernel__ k(y : vec[int], x : mat, pos : int, this_thread_block : thread_block, this_grid : thread_block, coalesced_threads : thread_block)
    y[pos] = this_thread_block.thread_index %~ E0340 has no `thread_index`
    y[pos] = coalesced_threads.shuffle(pos, 1) %~ E0340 has no `shuffle`
    y[pos] = this_thread_block.shfl(pos, 1) %~ E0509 for groups within a warp
    y[pos] = this_grid.ballot(pos > 1) %~ E0509 for groups within a warp
    y[pos] = coalesced_threads.size() %~ E0509 is a property
    y[pos] = coalesced_threads.any %~ E0509 is a method
    y[pos] = coalesced_threads.shfl(pos) %~ E0509 takes 2 arguments
    tile = this_thread_block.partition(12) %~ E0509 no parts of 12 threads
    y[pos] = coalesced_threads.shfl(x, 1) %~ E0301 `shfl` of a
    y[pos] = coalesced_threads.match_any([1,2]) %~ E0301 `match_any` of a
end
parallel_do(4, vec[int](4), zeros(9,9), k)
%! features: F318 F319 F320 F321
