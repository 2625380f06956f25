%! test opt inline-requests
% The call stands in a loop.
% check: host both(
% check: for
% check: set $k, 0

function y = count(n : int)
    if n > 2
        y = n
    end
end
function y = both(n : int)
    {!kernel_fusion strategy="smart"}
    y = 0
    {!serial for}
    for i = 1..n
        y += count(i)
    end
end
function [] = main(n : int = 4)
    print both(n)
end
