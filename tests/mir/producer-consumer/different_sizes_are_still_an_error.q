%! test opt producer-consumer
% Whether they fit is asked before.
% check: array_require_same_size

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    x[0] = 3
    y[1] = 2
    w = ones(n+1)
    t = 3.*x
    z = t + w
    print z
end
