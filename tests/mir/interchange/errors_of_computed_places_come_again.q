%! test opt interchange
% A place that is computed from the position, a parameter and the index of a loop is the same when the launch is repeated, and so is
% a condition on them.
% check: from repeated
% check: dimensions interchanged

function [] = __kernel__ turn(x : mat, y : mat'checked, first : int, pos : ivec2)
    if 2*pos[0] + first >= 0
        for k = 0..first
            y[2*pos[1]+k-first,pos[0]+first-1] = 2*x[0,pos[1]]
        end
    end
end
function [] = main(n : int = 5)
    x = ones(n, n+40)
    y = zeros(2*n+80, n)
    x[0,3] = 7
    try
        parallel_do([n, n+40], x, y, 1, turn)
    catch e
        print e
    end
    print y[5,0], sum(y)
end
