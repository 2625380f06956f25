%! features: F334
%! environment: QC_GPU_STREAMS=4
%! environment: QC_EMU_SEED=3
% Two chains of launches that do not need each other go on side by side; the end needs both.
function [] = __kernel__ step(x : vec'unchecked, y : vec'unchecked, pos : int)
    y[pos] = x[pos] + 1
end
function [] = __kernel__ add(x : vec'unchecked, y : vec'unchecked, pos : int)
    x[pos] += y[pos]
end
n = 1000
a = zeros(n)
b = ones(n)
c = zeros(n)
d = zeros(n)
for k = 1..3
    parallel_do(n, a, c, step)
    parallel_do(n, b, d, step)
    parallel_do(n, c, a, step)
    parallel_do(n, d, b, step)
end
parallel_do(n, a, b, add)
% 6 launches add 1 to each of 0 and 1.
print a[0], " ", a[n-1]
% => 13 13
%! overlaps: streams
