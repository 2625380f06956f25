% Sums in three ways.
function [total : scalar] = __kernel__ positive_sum(A : mat, pos : ivec2)
    if A[pos] > 0
        total += A[pos]
    end
end

function y : scalar = __device__ warp_sum(v : scalar, warp : thread_block)
    y = v
    k = warp.size/2
    while k >= 1
        y += warp.shfl_down(y, k)
        k = int(k/2)
    endwhile
end

function [] = __kernel__ tree_sum(x : vec'unchecked, y : vec'unchecked, blkpos : int, blkdim : int, blkidx : int, pos : int)
    {!kernel target="nvidia_cuda"}
    bins = shared(blkdim)
    bins[blkpos] = x[pos]
    syncthreads(block)
    bit = 1
    while bit < blkdim
        index = 2*bit*blkpos
        if index+bit < blkdim
            bins[index] = bins[index] + bins[index+bit]
        endif
        syncthreads
        bit *= 2
    end
    if blkpos == 0
        y[0] += bins[0]   % atomic
    end
end

function s = serial_sum(x : cube)
    s = 0.0
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            for k=0..size(x,2)-1
                s += x[m,n,k]
            end
        end
    end
end

function [] = main()
    A = randn(512, 512)
    t = parallel_do(size(A), A, positive_sum)
    print "positive: ", t, ", all: ", serial_sum(A)
    assert(abs(serial_sum(A) - sum(A)) < 1e-3, "sums differ")
end
