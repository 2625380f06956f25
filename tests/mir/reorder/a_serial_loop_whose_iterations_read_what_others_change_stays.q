%! test opt reorder
% The elements to the right are changed by other iterations of `j`.
% unchanged

function [] = main(n : int = 4)
    a = ones(n, n)
    c = ones(n, 2*n)
    a[1,2] = 3
    for k = 1..n-1
        for i = 0..n-1
            for j = 0..n-1
                c[i,j] += a[i,k]*c[i,j+k]
            end
        end
    end
    print c
end
