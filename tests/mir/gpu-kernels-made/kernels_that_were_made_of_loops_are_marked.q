%! test opt gpu-kernels-made gpus=strict
% The loop was none when `gpu-kernels` looked.
% check: kernel ... from loop {
% next: kept from gpus

function [] = main()
    x = ones(64)
    total = 0.0
    for i = 0..numel(x)-1
        total += x[i]*0.1
    end
    print total > 6
end
