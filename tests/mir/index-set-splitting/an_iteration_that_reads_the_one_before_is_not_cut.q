%! test opt index-set-splitting
% Every iteration clashes.
% unchanged

function [] = f(x : vec, k : int)
    for i = 1..numel(x)-1
        x[i] = x[i] + x[i-1]
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
