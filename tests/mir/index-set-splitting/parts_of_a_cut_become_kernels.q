%! test opt index-set-splitting,reorder,parallel
% The iteration between them stays in the host function.
% check: launch
% check: launch
% check: parallel

function [] = f(x : vec, k : int)
    for i = 0..numel(x)-1
        x[i] = x[i] + x[k]
    end
end
function [] = main(n : int = 5, k : int = 2)
    x = zeros(n)
    {!serial for}
    for i = 0..n-1
        x[i] = i + 1
    end
    f(x, k)
    print x
end
