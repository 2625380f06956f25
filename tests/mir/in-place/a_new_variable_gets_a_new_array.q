%! test opt in-place
% There is nothing that it had.
% not: array_reuse

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    x[0] = 3
    y[1] = 2
    z = 3.*x + y
    print x, z
end
