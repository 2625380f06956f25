function [] = __kernel__ gaussian_filter[N : int](x : cube, y : cube, fc : vec(N), n : int, pos : ivec3, blkpos : ivec3, warpsize : int, coalesced_threads : thread_block)
    {!kernel target="nvidia_cuda"}
    {!kernel_transform enable="sharedmemcaching"}
    x_warp = zeros(N)
    {!unroll times=4}
    for i=0..N-1
        x_warp[i] = x[pos + [0, i * coalesced_threads.size, 0]]
    end
    total = 0.0
    for i=0..n-1
        lane = coalesced_threads.thread_idx + i
        total += fc[i] * coalesced_threads.shfl(x_warp[0], mod(lane, warpsize))
    end
    if coalesced_threads.any(total > 0) || coalesced_threads.ballot(total < 0) != 0
        coalesced_threads.sync()
    end
    y[pos] = total
    syncthreads(grid)
end
function y = run(x, fc)
    y = zeros(size(x))
    parallel_do([size(y,0..2),[32,32,1]], x, y, fc, int(numel(fc)/2), gaussian_filter[2])
end
