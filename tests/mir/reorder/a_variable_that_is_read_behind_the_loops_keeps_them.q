%! test opt reorder
% The last product is printed: its iteration has to be the last one.
% unchanged

function [] = main(n : int = 4)
    a = ones(n, n)
    b = ones(n, n)
    c = zeros(n, n)
    last = 0.0
    for k = 0..n-1
        for i = 0..n-1
            for j = 0..n-1
                last = a[i,k]*b[k,j]
                c[i,j] += last
            end
        end
    end
    print c, last
end
