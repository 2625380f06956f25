%! test opt parallel,patterns
% Only floats become parameters; the third kernel converts.
% count 3: from expression

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    z = ones(n)
    y[1] = 2
    z[2] = 3
    a = int(x)
    p = a + 4
    q = a + 5
    print p, q
end
