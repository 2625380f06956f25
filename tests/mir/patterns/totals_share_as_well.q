%! test opt parallel,patterns
% Two sums of the same form.
% count 1: from expression
% count 2: = launch

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    z = ones(n)
    y[1] = 2
    z[2] = 3
    print sum(x.*y), sum(y.*z)
end
