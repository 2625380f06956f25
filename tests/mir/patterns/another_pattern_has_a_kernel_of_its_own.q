%! test opt parallel,patterns
% The product stands last.
% count 2: from expression

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    z = ones(n)
    y[1] = 2
    z[2] = 3
    p = x.*y + z
    q = z - x.*y
    print p, q
end
