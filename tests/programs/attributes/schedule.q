%! features: F288 F291
%! run: processors (a GPU gets another kernel: schedule_on_gpu.q)
%! emits: cuda gpu_sum_
%! omits: cuda cpu_sum_
%! omits: cuda foreign_sum_
% Several implementations of one operation, with parameter lists of their own; the program says which one runs.
function [total : scalar] = __kernel__ gpu_sum(x : vec, factor : scalar, pos : int)
    {!kernel name="gpu_sum"; target="gpu"}
    total += factor * x[pos]
end
function [] = __kernel__ cpu_sum(x : vec, sums : vec'unchecked, n : int, pos : int)
    {!kernel name="cpu_sum"; target="cpu"}
    s = 0.0
    for i = 0..n-1
        s += 2*x[i]
    end
    sums[pos] = s
end
function [] = __kernel__ foreign_sum(x : vec, pos : int)
    {!kernel name="foreign_sum"; target="amd_opencl"}
    x[pos] = 0
end
function [] = main(n : int = 4)
    x = ones(n)
    match schedule(numel(x), x, {foreign_sum, gpu_sum, cpu_sum}) with
    | 0 ->
        print "foreign"
        parallel_do(n, x, foreign_sum)
    | 1 ->
        print "GPU ", parallel_do(n, x, 2.0, gpu_sum)
    | 2 ->
        sums = zeros(1)
        parallel_do(1, x, sums, n, cpu_sum)
        print "processor ", sums[0]
    end
    print schedule([n,1], x, {cpu_sum}), " ", schedule(n, x, {foreign_sum, gpu_sum})
end
% The kernel for the processor; where there is none, the one for GPUs runs there too.
% => processor 8
% => 0 1
