%! features: F287
%! flags: --check=nan
%! raises: the value of 'y' is not a number line 9
% Infinite values pass, the first value that is not a number ends the program at its line.
function [] = main()
    x = [1.0, 0.0, -1.0]
    big = 1.0 / x[1]
    print big
    y = big - big
    print y
end
% => inf
