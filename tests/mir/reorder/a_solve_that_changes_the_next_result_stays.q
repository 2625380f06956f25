%! test opt reorder
% Result `j+1` is not finished by what is before the loop.
% unchanged

function [] = main(n : int = 4)
    l = ones(n, n)
    x = ones(n)
    y = ones(n)
    l[2,1] = 3
    for j = 0..n-2
        x[j+1] /= l[j,j]
        for i = j+1..n-2
            x[i] -= l[i,j]*x[j]
        end
    end
    print x
end
