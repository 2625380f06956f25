%! test opt parallel,patterns
% There is no other one.
% count 1: from expression

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    z = ones(n)
    y[1] = 2
    z[2] = 3
    p = x.*y + z
    print p
end
