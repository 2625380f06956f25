%! test opt gpu-kernels-made gpus=strict
% Whole numbers do not care.
% check: kernel ... from loop {
% not: kept
% check: atomic_add

function [] = main()
    x = int(ones(64))
    h = int(zeros(4))
    for i = 0..numel(x)-1
        h[x[i]] += 2
    end
    print h[1]
end
