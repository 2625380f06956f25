%! run: gpu (processors are given other kernels: targets.q)
%! calls: for_gpu_
%! calls: for_nvidia_
%! calls: for_nvidia_cuda_
% Every name of a platform where there is a GPU: what names CUDA comes before what names the processor, whatever the order of the list.
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
    print x
    match schedule(n, x, {for_cpu, for_nvidia_cuda}) with
    | 0 -> x[1] = 0
    | 1 -> parallel_do(n, x, for_nvidia_cuda)
    end
    print x
    % The kernel for GPUs, for NVIDIA's; for NVIDIA's with CUDA.
    % => [2,2,2]
    % => [4,4,4]
    % => [3,3,3]
end
