%! test opt in-place
% The question when the program runs finds two owners, and a new array is made.
% check: array_reuse(

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    x[0] = 3
    y[1] = 2
    z = x
    {!serial for}
    for r = 1..2
        x = 3.*x + y
    end
    print x, z
end
