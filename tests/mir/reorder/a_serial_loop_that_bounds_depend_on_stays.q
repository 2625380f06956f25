%! test opt reorder
% Rows below `k` alone are changed: the iterations of `k` are not the same for all of them.
% unchanged

function [] = main(n : int = 4)
    a = ones(n, n)
    b = ones(n, n)
    c = zeros(n, n)
    for k = 0..n-1
        for i = k..n-1
            for j = k..n-1
                c[i,j] += a[i,k]*b[k,j]
            end
        end
    end
    print c
end
