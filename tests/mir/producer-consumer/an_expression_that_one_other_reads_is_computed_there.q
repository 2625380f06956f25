%! test opt producer-consumer
% No array between them: one loop.
% check: expression {
% check: mul
% check: add
% not: expression {

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    x[0] = 3
    y[1] = 2
    t = 3.*x
    z = t + y
    print z
end
