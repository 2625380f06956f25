%! test opt index-set-splitting
% There is nothing on either side of it.
% unchanged

function [] = f(x : vec, k : int)
    for i = k..k
        x[i] = x[i] + x[k]
    end
    if k > 100
        f(x, k-1)
    end
end
function [] = main(n : int = 5)
    x = ones(n)
    f(x, n-3)
    print x
end
