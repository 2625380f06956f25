%! test opt reorder
% Nothing is added up: the last iteration of `k` alone counts.
% unchanged

function [] = main(n : int = 4)
    a = ones(n+9, n)
    x = ones(n)
    y = zeros(n+9)
    a[1,2] = 3
    for k = 0..n-1
        for j = 0..n-1
            y[j] = a[j,k]*x[k]
        end
    end
    print y
end
