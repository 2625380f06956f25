%! test opt producer-consumer
% Each is read by the next one.
% count 1: expression {

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    x[0] = 3
    y[1] = 2
    t = 3.*x
    u = t + y
    z = u + x.^2
    print z
end
