% What is left may be numbers; a vector that is given several times is joined.
%! args: --weights=1,2 3 -4.5 5,6 --weights 7
function [] = main(weights : ivec, ...x : vec)
    print weights, x, sum(x)
end
% => [1,2,7][3,-4.5,5,6]9.5
