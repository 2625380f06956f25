%! features: F289
%! emits: cuda for_gpu_
%! emits: cuda for_nvidia_
%! emits: cuda for_nvidia_cuda_
%! omits: cuda for_cpu
%! omits: cuda for_nvidia_opencl
%! omits: cuda for_amd
%! omits: cuda for_amd_opencl
%! omits: cuda for_generic_opencl
%! omits: cuda for_opencl
%! emits: spmd kernel for_cpu
%! emits: spmd kernel for_gpu
%! emits: spmd kernel for_nvidia
%! omits: spmd for_nvidia_opencl
%! omits: spmd for_amd
%! omits: spmd for_generic_opencl
%! omits: spmd for_opencl
%! run: processors (a GPU is given other kernels: targets_on_gpu.q)
% Every name of a platform. There is text for GPUs of those that are CUDA, none of that for the processor. Machine code there is of both, since a
% GPU may have no memory for a launch; of the kernels for platforms that qc makes no code for there is neither, since none can be chosen.
function [] = __kernel__ for_cpu(x : vec, pos : int)
    {!kernel name="for_cpu"; target="cpu"}
    x[pos] = 1
end
function [] = __kernel__ for_gpu(x : vec, pos : int)
    {!kernel name="for_gpu"; target="gpu"}
    x[pos] = 2
end
function [] = __kernel__ for_nvidia_cuda(x : vec, pos : int)
    {!kernel name="for_nvidia_cuda"; target="nvidia_cuda"}
    x[pos] = 3
end
function [] = __kernel__ for_nvidia(x : vec, pos : int)
    {!kernel name="for_nvidia"; target="nvidia"}
    x[pos] = 4
end
function [] = __kernel__ for_nvidia_opencl(x : vec, pos : int)
    {!kernel name="for_nvidia_opencl"; target="nvidia_opencl"}
    x[pos] = 5
end
function [] = __kernel__ for_amd_opencl(x : vec, pos : int)
    {!kernel name="for_amd_opencl"; target="amd_opencl"}
    x[pos] = 6
end
function [] = __kernel__ for_amd(x : vec, pos : int)
    {!kernel name="for_amd"; target="amd"}
    x[pos] = 7
end
function [] = __kernel__ for_generic_opencl(x : vec, pos : int)
    {!kernel name="for_generic_opencl"; target="generic_opencl"}
    x[pos] = 8
end
function [] = __kernel__ for_opencl(x : vec, pos : int)
    {!kernel name="for_opencl"; target="opencl"}
    x[pos] = 9
end
function [] = main(n : int = 3)
    x = zeros(n)
    match schedule(n, x, {for_nvidia_opencl, for_amd_opencl, for_amd, for_generic_opencl, for_opencl, for_gpu, for_cpu}) with
    | 0 -> parallel_do(n, x, for_nvidia_opencl)
    | 1 -> parallel_do(n, x, for_amd_opencl)
    | 2 -> parallel_do(n, x, for_amd)
    | 3 -> parallel_do(n, x, for_generic_opencl)
    | 4 -> parallel_do(n, x, for_opencl)
    | 5 -> parallel_do(n, x, for_gpu)
    | 6 -> parallel_do(n, x, for_cpu)
    end
    print x
    match schedule(n, x, {for_opencl, for_nvidia, for_cpu}) with
    | 0 -> parallel_do(n, x, for_opencl)
    | 1 -> parallel_do(n, x, for_nvidia)
    | 2 -> x[0] = 0
    end
    match schedule(n, x, {for_cpu, for_nvidia_cuda}) with
    | 0 -> x[1] = 0
    | 1 -> parallel_do(n, x, for_nvidia_cuda)
    end
    print x
    % Where there is no GPU.
    % => [1,1,1]
    % => [0,0,1]
end
