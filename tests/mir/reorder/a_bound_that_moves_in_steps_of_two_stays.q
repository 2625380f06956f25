%! test opt reorder
% Which iterations of `j` row `i` has is no range.
% unchanged

function [] = main(n : int = 4)
    a = ones(n+9, n)
    x = ones(n)
    y = zeros(n+9)
    a[1,2] = 3
    for j = 0..2..n-1
        for i = j..n-1
            y[i] += a[i,j]*x[j]
        end
    end
    print y
end
