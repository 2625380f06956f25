% Groups of threads exist in kernels only.
function [] = f(g : thread_block)
    g.sync()
end
function [] = __kernel__ k(y : vec[int], pos : int, g : thread_block)
    y[pos] = g.size
end
coalesced_threads.sync() %~ E0201 unknown name `coalesced_threads`
x = thread_block() %~ E0507 no `thread_block` in host code
f(1) %~ E0301 a `int` where a `thread_block` is needed
parallel_do(4, vec[int](4), 3, k) %~ E0301 a `int` where a `thread_block` is needed
function [] = __kernel__ other(y : vec[int], pos : int, this_grid : int) %~ E0301 special parameter
    y[pos] = pos
end
parallel_do(4, vec[int](4), other)
%! features: F317
