%! features: F333
%! flags: --set=CUDA_BACKEND_PRECISIONDIVISION=False
%! emits: cuda // nvrtc: --prec-div=false
%! emits: cuda #define __fdiv_rn(a, b) ((a) / (b))
%! omits: cuda #define __fsqrt_rn
%! omits: cuda --prec-sqrt=false
%! environment: QC_REPORT=gpu
%! gpu: --prec-div=false
%! tolerance: 1e-6
% With CUDA_BACKEND_PRECISIONDIVISION=False quotients are those that NVRTC makes of a / b with its option; square roots stay rounded correctly.
function [] = __kernel__ lengths(x : vec, y : vec, pos : int)
    y[pos] = sqrt(x[pos]) / (pos + 3)
end
x = [1.0,4,9,16,25]
y = zeros(5)
parallel_do(5, x, y, lengths)
print y
% 1/3, 2/4, 3/5, 4/6, 5/7
% => [0.3333333,0.5,0.6,0.6666667,0.7142857]
