%! features: F290
%! trace: launch 49; launch 6; wait totals; wait error; launch 6; wait totals; wait error
% The sum of a mapped vector: a kernel whose threads add up together, for GPUs, and a loop, for processors. `schedule` gives the index of the
% one for the device at work, and each has its own preparations.
function y = map_sum(x : vec, map : [__device__ scalar -> scalar])
    function [total : scalar] = __kernel__ in_a_block(x : vec'unchecked, rounds : int, map : [__device__ scalar -> scalar], blkdim : int, blkpos : int)
        {!kernel name="in_a_block"; target="gpu"}
        bins = shared(blkdim)
        part = 0.0
        for k = 0..rounds-1
            if blkpos + k*blkdim < numel(x)
                part += map(x[blkpos + k*blkdim])
            end
        end
        bins[blkpos] = part
        syncthreads
        half = blkdim
        while half > 1
            half = half / 2
            if blkpos < half
                bins[blkpos] = bins[blkpos] + bins[blkpos + half]
            end
            syncthreads
        end
        if blkpos == 0
            total += bins[0]
        end
    end
    function [total : scalar] = __kernel__ in_a_loop(x : vec'unchecked, map : [__device__ scalar -> scalar], pos : int)
        {!kernel name="in_a_loop"; target="cpu"}
        part = 0.0
        for k = 0..numel(x)-1
            part += map(x[k])
        end
        total += part
    end
    y = -1.0
    match schedule(numel(x), x, map, {in_a_block, in_a_loop}) with
    | 0 ->
        block = 32
        rounds = int((numel(x) + block - 1) / block)
        y = parallel_do([[1,block],[1,block]], x, rounds, map, in_a_block)
    | 1 ->
        y = serial_do(1, x, map, in_a_loop)
    end
end
function [] = main(n : int = 100)
    x = zeros(n)
    for k = 0..n-1
        x[k] = k
    end
    % 0 + 1 + ... + 99, and the sum of their squares, 99*100*199/6.
    print map_sum(x, __device__ (v : scalar) -> v), " ", map_sum(x, __device__ (v : scalar) -> v*v)
    % => 4950 328350
end
%! emits: cuda in_a_block
%! omits: cuda in_a_loop
