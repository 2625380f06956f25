%! test opt gpu-kernels-made gpus=strict
% Each element is computed by itself, with functions that are defined once.
% check: kernel ... from loop {
% not: kept

function [] = main()
    x = ones(64)
    y = zeros(64)
    for i = 0..numel(x)-1
        y[i] = sin(x[i])*2
    end
    print y[3] > 1
end
