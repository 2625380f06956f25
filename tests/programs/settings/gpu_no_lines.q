%! features: F387
%! environment: QC_REPORT=gpu
%! flags: --set=COMPILER_BACKEND_OUTPUTLINEINFO=False
%! gpu: --fmad=false,
% Without the setting it is not.
function [] = main(n : int = 3000)
    x = ones(n)
    for i = 0..n-1
        x[i] += 1
    end
    print x[7]
    % => 2
end
