%! features: F385
%! configures: COMPILER_BACKEND_CUDA                          NVidiaRTC  (default, no effect)
%! configures: COMPILER_BACKEND_CPU                           Default  (default, no effect)
%! refuses: --set=COMPILER_BACKEND_CUDA=clang COMPILER_BACKEND_CUDA
%! environment: QC_REPORT=gpu
%! environment: QC_CACHE_SIZE=0
%! gpu: compiled by NVRTC
% Without a setting kernels for GPUs are compiled by NVRTC, when the program meets the GPU.
function [] = main(n : int = 2000)
    x = ones(n)
    for i = 0..n-1
        x[i] += i
    end
    print x[9]
    % => 10
end
