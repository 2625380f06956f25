%! features: F389
%! flags: --set=CUDA_BACKEND_OPTIMIZATIONMODE=O0
%! emits: cuda // nvrtc: --ptxas-options=-O0
%! environment: QC_REPORT=gpu
%! gpu: --ptxas-options=-O0
%! refuses: --set=CUDA_BACKEND_OPTIMIZATIONMODE=O3 `O3` is unknown
% How far NVRTC's assembler goes is an option for it.
function [] = main(n : int = 3000)
    x = ones(n)
    for i = 0..n-1
        x[i] += 1
    end
    print x[7]
    % => 2
end
