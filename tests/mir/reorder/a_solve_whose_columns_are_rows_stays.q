%! test opt reorder
% The elements that one result is multiplied by lie side by side already.
% unchanged

function [] = main(n : int = 4)
    l = ones(n, n)
    x = ones(n)
    y = ones(n)
    l[2,1] = 3
    for j = 0..n-1
        x[j] /= l[j,j]
        for i = j+1..n-1
            x[i] -= l[j,i]*x[j]
        end
    end
    print x
end
