%! features: F333
%! flags: --set=CUDA_BACKEND_FASTMATH=True
%! emits: cuda // nvrtc: --use_fast_math
%! emits: cuda #define q_sin sinf
%! environment: QC_REPORT=gpu
%! gpu: -std=c++17 --use_fast_math -lineinfo
%! tolerance: 1e-5
% The hardware's own functions where the program allows that.
function [] = __kernel__ waves(x : vec, y : vec, pos : int)
    y[pos] = sin(x[pos]) + exp(x[pos]) / (1 + x[pos])
end
function [] = main(n : int = 4)
    x = zeros(n)
    for i = 0..n-1
        x[i] = 0.5*i
    end
    y = zeros(n)
    parallel_do(n, x, y, waves)
    print y
    % sin x + exp x / (1 + x) at 0, 0.5, 1, 1.5, with seven digits
    % => [1,1.5785729,2.2006119,2.7901706]
end
