%! test opt in-place
% Whole numbers do not fit into floats.
% not: array_reuse

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    x[0] = 3
    y[1] = 2
    k = int(x)
    x = k + 0.5
    print x, k
end
