%! test opt parallel,patterns
% They are told apart by their bits.
% count 1: from expression
% check: (...0.0)
% check: -0.0

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    z = ones(n)
    y[1] = 2
    z[2] = 3
    p = x + y.*0.0
    q = y + z.*(-0.0)
    print p, q
end
