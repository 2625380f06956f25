%! features: F333
%! flags: --set=CUDA_BACKEND_FLUSHTOZERO=False
%! omits: cuda --ftz=true
%! environment: QC_REPORT=gpu
%! gpu: -std=c++17
% Without CUDA_BACKEND_FLUSHTOZERO numbers below 2^-126 have the digits that are left, on a GPU as on processors.
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
% => [5.877472e-39,2.3509887e-38,0.5]
