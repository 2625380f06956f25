%! test opt inline-requests
% Others may call it, too.
% check: host both(
% check: host first(
% check: launch doubled

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
