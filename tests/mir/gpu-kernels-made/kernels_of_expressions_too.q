%! test opt gpu-kernels-made gpus=strict
% A sum of an expression depends on its order.
% check: kernel ... from expression {
% next: kept from gpus

function [] = main()
    x = ones(64)
    print sum(x .* x) > 6
end
