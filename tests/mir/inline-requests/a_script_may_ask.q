%! test opt inline-requests
% Its statements stand in the entry function.
% check: host script()
% not: call twice
% check: launch doubled

{!kernel_fusion strategy="smart"}
function [] = __kernel__ doubled(x : vec, y : vec, pos : int)
    y[pos] = 2*x[pos]
end
function y = twice(x : vec)
    y = zeros(numel(x))
    parallel_do(numel(x), x, y, doubled)
end
a = [1.0, 2.0, 3.0]
print twice(a)
