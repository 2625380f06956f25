%! test opt reorder
% There is less to do in a row than a vector has lanes.
% unchanged

function [] = main(n : int = 4)
    a = ones(n+9, n)
    x = ones(n)
    y = zeros(n+9)
    a[1,2] = 3
    for k = 0..n-1
        for j = 0..2
            y[j] += a[k,j]*x[k]
        end
    end
    print y
end
