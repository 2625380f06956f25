%! features: F390
%! flags: --set=CUDA_BACKEND_COOPERATIVEGROUPS=False --set=CUDA_BACKEND_WARPSHUFFLING=False
%! emits: cuda __global__ void plain
%! emits: cuda __global__ void tile
%! omits: cuda __global__ void rotate
%! omits: cuda __global__ void shuffle
%! omits: cuda __global__ void shuffled_total
% Kernels that need what a setting takes away run on the processor, with the same results.
function [] = __kernel__ plain(x : vec, pos : int)
    x[pos] = pos
end
function [] = __kernel__ tile(x : vec, pos : int, blkpos : int, blkdim : int)
    part = shared(blkdim)
    part[blkpos] = x[pos]
    syncthreads(block)
    x[pos] = part[blkdim - 1 - blkpos]
end
function [] = __kernel__ rotate(x : vec, pos : int)
    v = x[mod(pos + 1, numel(x))]
    syncthreads(grid)
    x[pos] = v
end
function [] = __kernel__ shuffle(x : vec, pos : int, coalesced_threads : thread_block)
    x[pos] = coalesced_threads.shfl(x[pos], 3)
end
function [total : scalar] = __kernel__ shuffled_total(x : vec, pos : int)
    {!kernel_accumulator name=total; algorithm="warpshuffle"}
    total += x[pos]
end
function [] = main(n : int = 8)
    x = zeros(n)
    parallel_do(n, x, plain)
    parallel_do([[1,n],[1,4]], x, tile)
    print x
    % => [3,2,1,0,7,6,5,4]
    parallel_do([[1,n],[1,4]], x, rotate)
    print x
    % => [2,1,0,7,6,5,4,3]
    print parallel_do(n, x, shuffled_total)
    % => 28
    parallel_do([[1,n],[1,8]], x, shuffle)
    print x
    % => [7,7,7,7,7,7,7,7]
end
