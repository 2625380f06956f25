%! test opt dominating-conditions
% `&&` is two tests one after the other; what stands behind knows both.
% check: load ...] unchecked 'x'
% not: ] checked 'x'

function [] = show(x : vec, n : int)
    if n >= 0 && n < numel(x)
        print x[n]
    endif
end
function [] = main(n : int = 1)
    show(ones(n+3), n)
    show(ones(n), n)
end
