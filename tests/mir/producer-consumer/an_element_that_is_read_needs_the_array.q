%! test opt producer-consumer
% The program looks at one of them.
% count 2: expression {

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    x[0] = 3
    y[1] = 2
    t = 3.*x
    z = t + y
    print t[2], z
end
