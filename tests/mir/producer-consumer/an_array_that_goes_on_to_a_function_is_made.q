%! test opt producer-consumer
% The function reads it.
% check: expression {
% check: call

function y : scalar = pick(x : vec, n : int)
    if n > 0
        y = pick(x, n-1)
    else
        y = x[1]
    end
end
function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    x[0] = 3
    y[1] = 2
    t = 3.*x
    print pick(t, 2)
end
