%! test opt producer-consumer
% The sum computes what it adds.
% count 1: expression {

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    x[0] = 3
    y[1] = 2
    t = 3.*x
    print sum(t)
end
