%! test opt inline-requests
% As `inline` does it.
% check: host both(
% check: scope {
% check: break

function y = some(x : vec)
    if x[0] > 3
        y = x
        return
    end
    y = 2*x
end
function y = both(x : vec)
    {!kernel_fusion strategy="smart"}
    y = some(x)
end
function [] = main(n : int = 4)
    print both(ones(n))
end
