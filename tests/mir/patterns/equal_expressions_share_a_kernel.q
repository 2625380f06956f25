%! test opt parallel,patterns
% Whatever their arrays are called.
% check: launch $k [$n] (
% check: launch $k [
% count 1: from expression

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    z = ones(n)
    y[1] = 2
    z[2] = 3
    p = x.*y + z
    q = y.*z + x
    print p, q
end
