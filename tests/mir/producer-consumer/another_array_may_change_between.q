%! test opt producer-consumer
% x is no part of what changes.
% count 1: expression {

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    x[0] = 3
    y[1] = 2
    t = 3.*x
    s = n + 1
    z = t + y
    print z, s
end
