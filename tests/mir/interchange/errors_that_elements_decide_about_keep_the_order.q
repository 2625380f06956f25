%! test opt interchange
% Whether an element is written outside depends on what an array has, which is another thing when the launch is repeated.
% not: interchanged

function [] = __kernel__ turn(x : mat, y : mat'checked, pos : ivec2)
    if x[0,pos[1]] > 0
        y[pos[1]+1,pos[0]] = 2
    end
end
function [] = main(n : int = 5)
    x = ones(n, n+40)
    y = zeros(n+42, n)
    x[0,1] = 7
    parallel_do([n, n+40], x, y, turn)
    print y[1,0], sum(y)
end
