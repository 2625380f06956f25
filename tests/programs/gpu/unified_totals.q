%! environment: QC_RUNTIME_CUDA_UNIFIEDMEMORYMODE=Always
% What a launch with totals needed goes back in the order of its stream; the host makes and writes arrays right behind it.
function [total : scalar] = __kernel__ total_of(y : vec'unchecked, pos : int)
    total += y[pos]
end
n = 40
x = ones(n)
for k = 0..2
    total = parallel_do(n, x, total_of)
    x = zeros(n)
    x[k] = 2*total
    print total
end
% => 40
% => 80
% => 160
