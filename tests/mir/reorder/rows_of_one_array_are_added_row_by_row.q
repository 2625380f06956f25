%! test opt reorder
% Each element of `a` is read once: down its columns would be no gain.
% unchanged

function [] = main(n : int = 4)
    a = ones(n, n)
    x = ones(n)
    y = zeros(n)
    a[1,2] = 3
    for k = 0..n-1
        for j = 0..n-1
            y[j] += a[k,j]*x[k]
        end
    end
    print y
end
