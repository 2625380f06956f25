%! test opt reorder
% The results before `j` are changed once more.
% unchanged

function [] = main(n : int = 4)
    l = ones(n, n)
    x = ones(n)
    y = ones(n)
    l[2,1] = 3
    for j = 0..n-1
        x[j] /= l[j,j]
        for i = 0..n-1
            x[i] -= l[i,j]*x[j]
        end
    end
    print x
end
