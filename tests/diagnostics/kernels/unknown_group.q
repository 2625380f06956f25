function [] = __kernel__ k(x : vec, pos : int)
    x[pos] = 1
    syncthreads(team) %~ E0508 no group of threads
    memfence(warp) %~ E0508 fence
end
parallel_do(4, zeros(4), k)
