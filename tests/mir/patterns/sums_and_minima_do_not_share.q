%! test opt parallel,patterns
% They accumulate in another way.
% count 2: from expression

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    z = ones(n)
    y[1] = 2
    z[2] = 3
    print sum(x.*y), min(x.*y)
end
