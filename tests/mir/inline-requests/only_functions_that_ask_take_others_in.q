%! test opt inline-requests
% The caller of such a function calls it.
% check: host main(
% check: call both
% check: host both(
% not: call

function [] = __kernel__ doubled(x : vec, y : vec, pos : int)
    y[pos] = 2*x[pos]
end
function y = first(x : vec)
    y = zeros(numel(x))
    parallel_do(numel(x), x, y, doubled)

end
function y = both(x : vec)
    {!kernel_fusion strategy="smart"}
    y = first(first(x))
end
function [] = main(n : int = 4)
    print both(ones(n))
end
