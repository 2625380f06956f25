%! test opt gpu-kernels-made gpus=strict
% Their sums are the same in any order.
% check: kernel ... from loop {
% not: kept

function [] = main()
    x = int(ones(64))
    total = 0
    for i = 0..numel(x)-1
        total += x[i]*3
    end
    print total
end
