%! test opt reorder
% Rows are independent of each other.
% unchanged

function [] = main(n : int = 4)
    a = ones(n, n)
    x = ones(n)
    y = zeros(n)
    z = zeros(n)
    a[1,2] = 3
    for i = 0..n-1
        for j = 0..n-1
            a[i,j] *= 2
            z[i] += x[j]
        end
    end
    print y, z
end
