%! test opt in-place
% Iteration after iteration.
% check: for
% check: array_reuse(

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    x[0] = 3
    y[1] = 2
    {!serial for}
    for i = 1..3
        x = 2.*x + y
    end
    print x
end
