%! test opt parallel,patterns
% Whole numbers are added otherwise.
% count 2: from expression

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    z = ones(n)
    y[1] = 2
    z[2] = 3
    a = int(x)
    b = int(y)
    p = x + y
    q = a + b
    print p, q
end
