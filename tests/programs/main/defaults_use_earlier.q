%! args: 4
% A default may use the parameters before it.
function [] = main(n : int, twice : int = 2*n)
    print n, " ", twice
end
% => 4 8
