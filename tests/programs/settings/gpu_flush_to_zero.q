%! features: F333
%! flags: --set=CUDA_BACKEND_FLUSHTOZERO=True
%! emits: cuda // nvrtc: --ftz=true
%! environment: QC_REPORT=gpu
%! gpu: --ftz=true
%! run: gpu (processors keep what is below the normal numbers)
% With CUDA_BACKEND_FLUSHTOZERO numbers below 2^-126 are zero on a GPU: half of the least normal number, and such a number read.
function [] = __kernel__ halved(x : vec, y : vec, pos : int)
    y[pos] = 0.5*x[pos]
end
least = 1.1754943508222875e-38
x = vec(3)
x[0] = least
x[1] = 4*least
x[2] = 1
y = zeros(3)
parallel_do(3, x, y, halved)
print y
% => [0,2.3509887e-38,0.5]
