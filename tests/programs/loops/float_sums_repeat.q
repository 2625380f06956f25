%! features: F266
% Sums of floats that different threads add to atomically may differ from run to run; the accumulators of loops and of kernels do
% not: the parts of the sum and the order in which they meet do not depend on the threads. Summed in another order, the numbers
% below give another sum: 1e8 takes up each single 1 that is added to it, but not several thousand at once.
function y = total(x)
    y = 0.0
    for k = 0..numel(x)-1
        y += x[k]
    end
end
function y = __kernel__ added(x : vec, pos : int)
    y += x[pos]
end
function [] = main(n : int = 100000)
    x = ones(n)
    x[0] = 100000000
    first = total(x)
    second = parallel_do(n, x, added)
    same = 1
    {!serial for}
    for k = 1..20
        if total(x) != first || parallel_do(n, x, added) != second
            same = 0
        end
    end
    print same
    % => 1
end
