%! test opt reorder
% What `z` has in an iteration depends on the iterations before it.
% unchanged

function [] = main(n : int = 4)
    a = ones(n, n)
    x = ones(n)
    y = zeros(n)
    z = zeros(n)
    a[1,2] = 3
    for i = 0..n-1
        for j = 0..n-1
            y[j] += a[i,j]*z[i]
            z[i] += a[i,j]*x[j]
        end
    end
    print y, z
end
