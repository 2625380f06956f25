%! test opt index-set-splitting
% The source says so.
% unchanged

function [] = f(x : vec, k : int)
    {!serial for}
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
