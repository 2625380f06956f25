%! raises: size line 3
function [] = main(n : int = -3)
    x = zeros(n)
    print numel(x)
end
