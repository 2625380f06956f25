%! features: F265
%! flags: -W attribute-argument
% Algorithms that there are not, and variables that there are not.
function [y : scalar] = __kernel__ total(x : vec, pos : int)
    {!kernel_accumulator name=y; algorithm="tree"} %~ W0622 `algorithm` of `kernel_accumulator` does not take this value
    {!kernel_accumulator name=z; algorithm="atomicop"} %~ W0622 `kernel_accumulator` speaks of `z`, which is no variable here
    y += x[pos]
end
function [] = main(n : int)
    x = ones(n)
    s = 0.0
    for k = 0..n-1
        {!kernel_accumulator name=s; algorithm=2} %~ W0622 `algorithm` of `kernel_accumulator` does not take this value
        s += x[k]
    end
    print s, parallel_do(n, x, total)
end
