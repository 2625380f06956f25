%! features: F216 F290 F291
%! run: processors (the manual's kernel for GPUs has a barrier in a branch, for which hardware makes no promise)
%! emits: cuda gpu_kernel_
%! omits: cuda cpu_kernel_
% The program of the manual that asks the scheduler (17.2.5), as it is printed there; targets/map_sum.q has one for GPUs too.
function y = manual_map_sum(x : vec, map : [__device__ (scalar)->scalar])
    % GPU implementation
    function y = __kernel__ gpu_kernel(x : vec'unchecked, nblocks : int,
        map : [__device__ (scalar) -> scalar], blkdim : int, blkpos : int)
        {!kernel name="gpu_kernel"; target="gpu"}
        bins = shared(blkdim)
        % step 1 - parallel sum
        val = 0.0
        for n=0..nblocks-1
            if blkpos + n * blkdim < numel(x)
                val += map(x[blkpos + n * blkdim])
            endif
        endfor
        bins[blkpos] = val
        % step 2 - reduction
        syncthreads
        bit = 1
        while bit<blkdim
            index = 2*bit*blkpos
            if index+bit<blkdim
                t = bins[index] + bins[index+bit]
                bins[index] = t
                syncthreads
            endif
            bit *= 2
        endwhile
        if blkpos==0
            y = bins[0]
        endif
    endfunction
    % Implementation using OpenMP
    function y = __kernel__ cpu_kernel(x : vec'unchecked,
        map : [__device__ (scalar) -> scalar])
        {!kernel name="cpu_kernel"; target="cpu"}
        val = 0.0
        {!parallel for; reduction={val,"+="}}
        for n=0..numel(x)-1
            val += map(x[n])
        endfor
        y = val
    endfunction
    match schedule(numel(x), x, map, {gpu_kernel, cpu_kernel}) with
    | 0 ->
        N = numel(x)
        BLOCK_SIZE = prod(max_block_size(gpu_kernel, N))
        nblocks = int((N + BLOCK_SIZE-1) / BLOCK_SIZE)
        y = parallel_do([[1,BLOCK_SIZE],[1,BLOCK_SIZE]],x,nblocks,map,gpu_kernel)
    | 1 ->
        y = serial_do(1,x,map,cpu_kernel)
    endmatch
endfunction
x = zeros(100)
for k = 0..99
    x[k] = k
end
print manual_map_sum(x, __device__ (v : scalar) -> v*v)
% 99*100*199/6
% => 328350
print manual_map_sum(x, __device__ (v : scalar) -> v)
% => 4950
