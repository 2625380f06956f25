%! test opt in-place
% Elements change places.
% not: array_reuse

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    x[0] = 3
    y[1] = 2
    m = ones(n, n)
    m[0,1] = 4
    m = transpose(m)
    print m[1,0]
end
