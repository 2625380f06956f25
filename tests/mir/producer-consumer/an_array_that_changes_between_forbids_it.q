%! test opt producer-consumer
% t has the old elements of x.
% count 2: expression {
% check: store

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    x[0] = 3
    y[1] = 2
    t = 3.*x
    x[1] = 7
    z = t + y
    print z
end
