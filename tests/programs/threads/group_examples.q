%! features: F322 F323
% A sum by shuffles within warps.
function y : scalar = __kernel__ reduce_sum(coalesced_threads : thread_block, x : vec'unchecked, blkpos : int, pos : int, blkdim : int, blkcnt : int)
    {!kernel target="nvidia_cuda"}
    lane = coalesced_threads.thread_idx
    total = 0.0
    for index = pos..blkdim*blkcnt..numel(x)-1
        val = x[index]
        val += coalesced_threads.shfl_down(val, 16)
        val += coalesced_threads.shfl_down(val, 8)
        val += coalesced_threads.shfl_down(val, 4)
        val += coalesced_threads.shfl_down(val, 2)
        val += coalesced_threads.shfl_down(val, 1)
        total += val
    end
    if lane == 0
        y += total
    end
end
x = zeros(1024)
parallel_do(1024, __kernel__ (pos : int) -> x[pos] = mod(pos, 10))
% 102 tens of 45, and 0 + 1 + 2 + 3
print parallel_do([[1,256],[1,64]], x, reduce_sum), " ", sum(x)
% => 4596 4596
% A Gaussian filter, horizontal and vertical, whose threads keep the pixels of a row in registers and read each other's.
function y = gaussian_filter_warpshuffle(x, fc, n)
    function [] = __kernel__ gaussian_filter[N:int](x : cube, y : cube'unchecked, z : cube, fc : vec'hwconst'unchecked, n : int, coalesced_threads : thread_block, pos : ivec3)
        {!kernel target="nvidia_cuda"}
        thread_idx = coalesced_threads.thread_idx
        x_warp = zeros(N)
        for i = 0..N-1
            x_warp[i] = x[pos + [0, i * coalesced_threads.size, 0]]
        end
        total = 0.0
        for i = 0..n-1
            [k,l] = ind2pos([2, coalesced_threads.size], thread_idx + i)
            val = coalesced_threads.shfl(x_warp, l)
            total += val[k] * fc[i]
        end
        z[pos] = total
        syncthreads(grid)
        blkpos = mod(pos, [32,32,1])
        pos2 = pos - blkpos + [blkpos[1], blkpos[0], 0]
        for i = 0..N-1
            x_warp[i] = z[pos2 + [i * coalesced_threads.size, 0, 0]]
        end
        total = 0.0
        for i = 0..n-1
            [k,l] = ind2pos([2, coalesced_threads.size], thread_idx + i)
            val = coalesced_threads.shfl(x_warp, l)
            total += val[k] * fc[i]
        end
        y[pos2] = total
    end
    y = uninit(size(x))
    z = uninit(size(y))
    parallel_do([size(y,0..2),[32,32,1]], x, y, z, fc, n, gaussian_filter[2])
end
im = zeros(64,64,1)
im[10,40,0] = 16
im[33,5,0] = 32
y = gaussian_filter_warpshuffle(im, [1,2,1] + 0.0, 3)
% The pixel (m,n) of the result is the weighted sum over the pixels (m..m+2, n..n+2): (10,40) is seen from (8..10, 38..40).
print y[7..10,37..40,0]
print y[31..33,3..5,0]
print sum(y)
% => [[0,0,0,0],
% =>  [0,16,32,16],
% =>  [0,32,64,32],
% =>  [0,16,32,16]]
% => [[32,64,32],
% =>  [64,128,64],
% =>  [32,64,32]]
% => 768
