%! test opt simplify,parallel
% One that was made before may lie there: the program asks.
% check: object_same
% check: launch

function [] = main(n : int = 30)
    p = vec[mat](2)
    p[0] = ones(n, n)
    y = zeros(n, n)
    p[1] = y
    x = p[0]
    for i = 0..n-1
        for j = 0..n-1
            y[i,j] = x[i,j+1] + 1
        end
    end
    print sum(y)
end
