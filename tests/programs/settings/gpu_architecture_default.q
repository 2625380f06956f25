%! features: F388 F393
%! omits: cuda --gpu-architecture
%! environment: QC_REPORT=gpu
%! environment: QC_EMU_CAPABILITY=8.7
%! gpu: compute capability 8.7
%! gpu: -arch=compute_87
% Without a setting kernels are compiled for the card in the machine.
function [] = main(n : int = 3000)
    x = ones(n)
    for i = 0..n-1
        x[i] += 1
    end
    print x[7]
    % => 2
end
