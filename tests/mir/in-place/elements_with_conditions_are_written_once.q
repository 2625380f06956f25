%! test opt in-place
% All of them, so that nothing old is left.
% check: array_reuse(

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    x[0] = 3
    y[1] = 2
    {!serial for}
    for r = 1..2
        x = x .* (x > 2) + y
    end
    print x
end
