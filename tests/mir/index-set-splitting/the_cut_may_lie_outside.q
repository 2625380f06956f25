%! test opt index-set-splitting
% Whatever k is, the bounds are clamped: all iterations run once, in their order.
% check: max $k, -2147483647
% check: min $c, 2147483646

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
    f(x, 0-3)
    f(x, 99)
    print x
end
