%! test opt verdicts level=1
% What is asked when the program runs.
% check: loop over i in f: parallel
% next: left serial: kernels are made at -O2
% next: runs serially where `x` and `y` are one array

function [] = f(x : vec, y : vec, again : int)
    for i = 1..numel(x)-1
        y[i] = x[i-1] + 1
    end
    if again > 0
        f(x, x, again-1)
    end
end
function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    f(x, y, 1)
    print x, y
end
