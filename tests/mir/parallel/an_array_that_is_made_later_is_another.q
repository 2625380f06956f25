%! test opt simplify,parallel
% What lies in an array of arrays may be any array, but for one that is made afterwards.
% check: launch
% not: object_same

function [] = main(n : int = 30)
    p = vec[mat](2)
    p[0] = ones(n, n)
    x = p[0]
    y = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            y[i,j] = x[i,j+1] + 1
        end
    end
    print sum(y)
end
