% Launches of kernels, whose results are seen behind them.
function [] = main(n : int = 6)
    x = 0..n-1
    y = zeros(n)
    function [] = __kernel__ add_two(x : vec, y : vec, pos : int)
        y[pos] = x[pos] + 2
    end
    parallel_do(n, x, y, add_two)
    s = sum(y)
    x = y
    y = ones(n)
    print s, x, y
end
