%! raises: large line 4
function [] = main(n : int = 100000)
    % 10^11 elements: more than an int can count.
    x = zeros(n, n, 10)
    print numel(x)
end
