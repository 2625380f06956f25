%! test opt gpu-kernels-made gpus=strict
% Iterations that add to the same element come in any order.
% check: kernel ... from loop {
% next: kept from gpus
% check: atomic_add

function [] = main()
    x = int(ones(64))
    h = zeros(4)
    for i = 0..numel(x)-1
        h[x[i]] += 0.1
    end
    print h[1] > 6
end
