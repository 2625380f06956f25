%! args: -3 -0.25
function [] = main(n : int, x : scalar)
    print n*2, " ", x
end
% => -6 -0.25
