%! features: F350
%! run: gpu (is about GPUs)
%! environment: QC_EMU_DEVICES=2
% Two transforms that do not need each other go to two GPUs, as launches do: each to the one where a kernel has made its array. Plans of one
% shape belong to their GPU.
function [] = __kernel__ fill(x : vec'unchecked, value : scalar, pos : int)
    x[pos] = value
end
n = 64
a = zeros(n)
b = zeros(n)
parallel_do(n, a, 2, fill)
parallel_do(n, b, 3, fill)
c = fft1(a)
d = fft1(b)
print real(c[0]), " ", real(d[0])
% => 128 192
%! trace: launch 6 on 0; launch 6 on 1; library cufftExecR2C on 0; library cufftExecR2C on 1; out array 512 on 0; out array 512 on 1
