%! features: F333
%! flags: --set=CUDA_BACKEND_FLUSHTOZERO=True --set=CUDA_BACKEND_PRECISIONDIVISION=False --set=CUDA_BACKEND_PRECISIONSQRT=False
%! emits: cuda // nvrtc: --ftz=true
%! emits: cuda // nvrtc: --prec-div=false
%! emits: cuda // nvrtc: --prec-sqrt=false
%! environment: QC_REPORT=gpu
%! gpu: --ftz=true --prec-div=false --prec-sqrt=false
%! tolerance: 1e-6
% Settings for the arithmetic of GPUs: NVRTC gets its options, and results stay near those of processors.
function [] = __kernel__ quotients(x : vec, y : vec, z : vec, pos : int)
    y[pos] = x[pos] / (pos + 3)
    z[pos] = sqrt(x[pos])
end
function [] = main(n : int = 5)
    x = zeros(n)
    for i = 0..n-1
        x[i] = (i + 1) * (i + 1)
    end
    y = zeros(n)
    z = zeros(n)
    parallel_do(n, x, y, z, quotients)
    print y
    print z
    % 1/3, 4/4, 9/5, 16/6, 25/7
    % => [0.3333333,1,1.8,2.6666667,3.5714285]
    % => [1,2,3,4,5]
end
