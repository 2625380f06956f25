%! raises: element line 3
function [] = main(n : int = 2)
    [a, b, c] = zeros(n)
    print a
end
