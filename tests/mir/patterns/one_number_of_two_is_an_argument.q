%! test opt parallel,patterns
% 2 stays in the kernel, 4 and 5 are told.
% check: launch $k [...4.0
% check: launch $k [...5.0
% count 1: from expression
% count 1: mul ..., 2.0

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    z = ones(n)
    y[1] = 2
    z[2] = 3
    p = 2.*x.*y + 4
    q = 2.*y.*z + 5
    print p, q
end
