%! test opt in-place
% The caller still has it.
% check: array_reuse(

function y = more(x : vec, n : int)
    {!serial for}
    for r = 1..n
        x = x + 1
    end
    y = x
end
function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    x[0] = 3
    y[1] = 2
    print more(x, n), x
end
