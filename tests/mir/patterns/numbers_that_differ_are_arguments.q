%! test opt parallel,patterns
% 4 and 5 are a parameter of the kernel.
% check: launch $k [...4.0
% check: launch $k [...5.0
% count 1: from expression

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    z = ones(n)
    y[1] = 2
    z[2] = 3
    p = x.*y + 4
    q = y.*z + 5
    print p, q
end
