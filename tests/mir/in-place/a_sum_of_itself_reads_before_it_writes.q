%! test opt in-place
% The total is there before the first element changes.
% check: expression {

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    x[0] = 3
    y[1] = 2
    x = x + sum(x)
    print x
end
