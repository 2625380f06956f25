%! features: F292
%! flags: --gpu-arch=none
%! emits: spmd kernel for_cpu
%! omits: spmd for_gpu
%! omits: cuda __global__
% Made for the processor alone: no text for GPUs, and no machine code of the kernel that only a GPU would be given.
function [] = __kernel__ for_gpu(x : vec, pos : int)
    {!kernel name="for_gpu"; target="gpu"}
    x[pos] = 2
end
function [] = __kernel__ for_cpu(x : vec, pos : int)
    {!kernel name="for_cpu"; target="cpu"}
    x[pos] = 1
end
function [] = __kernel__ for_all(x : vec, pos : int)
    x[pos] += 4
end
function [] = main(n : int = 3)
    x = zeros(n)
    match schedule(n, x, {for_gpu, for_cpu}) with
    | 0 -> parallel_do(n, x, for_gpu)
    | 1 -> parallel_do(n, x, for_cpu)
    end
    parallel_do(n, x, for_all)
    print x
    % => [5,5,5]
end
