%! test opt inline-requests
% There would be no end.
% check: host both(
% check: call deep

function y : vec = deep(x : vec, n : int)
    if n > 0
        y = deep(2*x, n-1)
    else
        y = x
    end
end
function y = both(x : vec)
    {!kernel_fusion strategy="smart"}
    y = deep(x, 3)
end
function [] = main(n : int = 4)
    print both(ones(n))
end
