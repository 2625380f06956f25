%! features: F387
%! environment: QC_REPORT=gpu
%! gpu: --fmad=false -lineinfo,
% NVRTC is told the lines of the source, which debuggers and profilers show.
function [] = main(n : int = 3000)
    x = ones(n)
    for i = 0..n-1
        x[i] += 1
    end
    print x[7]
    % => 2
end
