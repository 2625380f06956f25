%! test opt in-place
% The neighbour would be changed already.
% not: array_reuse

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    x[0] = 3
    y[1] = 2
    x = x[mod((0..n-1) + 1, n)] + y
    print x
end
