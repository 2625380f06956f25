%! test opt reorder
% Elements of `y` are changed by all results.
% unchanged

function [] = main(n : int = 4)
    l = ones(n, n)
    x = ones(n)
    y = ones(n)
    l[2,1] = 3
    for j = 0..n-1
        x[j] /= l[j,j]
        y[0] += x[j]*y[j]
        for i = j+1..n-1
            x[i] -= l[i,j]*x[j]
        end
    end
    print x, y
end
