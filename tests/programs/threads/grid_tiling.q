%! features: F315
% Both filters of the CUDA guide that wait as a whole grid, as they are written there, on images that have more pixels than a device holds
% threads at once: the grid is divided by itself.
function y = gaussian_filter_separable(x, fc, n)
    function [] = __kernel__ gaussian_filter_separable(x : cube, y : cube, z : cube, fc : vec, n : int, pos : vec3)
        sum = 0.
        for i=0..numel(fc)-1
            sum = sum + x[pos + [0,i-n,0]] * fc[i]
        end
        z[pos] = sum
        syncthreads(grid)
        sum = 0.
        for i=0..numel(fc)-1
            sum = sum + z[pos + [i-n,0,0]] * fc[i]
        end
        y[pos] = sum
    end
    z = uninit(size(x))
    y = uninit(size(x))
    parallel_do (size(y), x, y, z, fc, n, gaussian_filter_separable)
end
function y = gaussian_filter_warpshuffle(x, fc, n)
    function [] = __kernel__ gaussian_filter[N:int](x : cube, y : cube'unchecked, z : cube, fc : vec'hwconst'unchecked, n : int, coalesced_threads : thread_block, pos : vec3)
        {!kernel target="nvidia_cuda"}
        thread_idx = coalesced_threads.thread_idx
        x_warp = zeros(N)
        for i=0..N-1
            x_warp[i] = x[pos + [0, i * coalesced_threads.size, 0]]
        end
        total = 0.0
        for i=0..n-1
            [k,l] = ind2pos([2, coalesced_threads.size], thread_idx+i)
            val = coalesced_threads.shfl(x_warp, l)
            total += val[k] * fc[i]
        end
        z[pos] = total % Intermediate result
        syncthreads(grid)

        % Shuffle pos
        blkpos = mod(pos, [32,32,1])
        pos2 = pos - blkpos + [blkpos[1], blkpos[0], 0]

        for i=0..N-1
            x_warp[i] = z[pos2 + [i * coalesced_threads.size, 0, 0]]
        end
        total = 0.0
        for i=0..n-1
            [k,l] = ind2pos([2, coalesced_threads.size], thread_idx+i)
            val = coalesced_threads.shfl(x_warp, l)
            total += val[k] * fc[i]
        end
        y[pos2] = total
    end
    y = uninit(size(x))
    z = uninit(size(y))
    parallel_do([size(y,0..2),[32,32,1]], x, y, z, fc, n, gaussian_filter[2])
end
% 4500 pixels. The filter of one point is the product of both passes.
x = zeros(30,50,3)
x[16,20,1] = 64
x[0,49,2] = 4
y = gaussian_filter_separable(x, [1,2,1] + 0.0, 1)
print y[15..17,19..21,1]
% => [[64,128,64],
% =>  [128,256,128],
% =>  [64,128,64]]
% In the corner three rows and columns of the product lie outside.
print y[0..1,48..49,2]
% => [[8,16],
% =>  [4,8]]
% 16 times 64, and what is left of the corner.
print sum(y)
% => 1060
% 16384 pixels. The pixel (m,n) of the result is the weighted sum over the pixels (m..m+2, n..n+2).
im = zeros(128,128,1)
im[100,40,0] = 16
im[33,5,0] = 32
y = gaussian_filter_warpshuffle(im, [1,2,1] + 0.0, 3)
print y[97..100,37..40,0]
% => [[0,0,0,0],
% =>  [0,16,32,16],
% =>  [0,32,64,32],
% =>  [0,16,32,16]]
print y[31..33,3..5,0]
% => [[32,64,32],
% =>  [64,128,64],
% =>  [32,64,32]]
print sum(y)
% => 768
% Totals, and values that live across the barrier.
function total : scalar = __kernel__ both(x : vec, y : vec, pos : int)
    mine = 2 * x[pos]
    y[pos] = mine
    syncthreads(grid)
    total += mine + y[mod(pos + 1, 5000)]
end
x = ones(5000)
y = zeros(5000)
% Each thread has 2 of its own and 2 of its neighbour.
print parallel_do(5000, x, y, both)
% => 20000
