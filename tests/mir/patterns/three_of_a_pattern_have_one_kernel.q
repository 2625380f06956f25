%! test opt parallel,patterns
% With three launches.
% count 1: from expression
% count 3: launch $k [

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    z = ones(n)
    y[1] = 2
    z[2] = 3
    p = x + y
    q = y + z
    r = z + x
    print p, q, r
end
