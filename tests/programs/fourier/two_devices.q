%! features: F350
%! pending: transforms go to the first GPU only
%! run: gpu (is about GPUs)
%! environment: QC_EMU_DEVICES=2
% Two transforms that do not need each other go to two GPUs, as launches do: each array stays where the kernel has made it.
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
%! trace: launch 8 on 0; launch 8 on 1; cufftExecR2C on 0; cufftExecR2C on 1; out x 512 on 0; out x 512 on 1
