%! features: F299
%! environment: QC_RUNTIME_CUDA_UNIFIEDMEMORYMODE=Always
% Host and GPU share the memory of all arrays: the host reads and writes them between launches, and nothing is ever copied.
function [] = __kernel__ add(x : vec'unchecked, y : vec'unchecked, pos : int)
    y[pos] += x[pos]
end
function [total : scalar] = __kernel__ total_of(y : vec'unchecked, pos : int)
    total += y[pos]
end
n = 32
x = ones(n)
y = zeros(n)
parallel_do(n, x, y, add)
x[4] = 5
y[3] = y[31] + 9
parallel_do(n, x, y, add)
% 30 elements are 2, y[3] is 11 and y[4] is 6.
print y[3], " ", y[4], " ", y[5], " ", parallel_do(n, y, total_of)
% => 11 6 2 77
%! trace: launch 4; wait unified; launch 4; wait unified; launch 7; wait totals
