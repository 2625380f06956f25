%! test opt reorder
% The columns are parallel around it, the rows inside of it.
% check: for $j 'j'
% check: for $i 'i'
% check: for $k 'k'
% check: store $c[$i, $j]

function [] = main(n : int = 4)
    a = ones(n, n+1)
    b = ones(n+1, n)
    b[2,1] = 5
    c = zeros(n, n)
    for j = 0..n-1
        for k = 0..n
            for i = 0..n-1
                c[i,j] += a[i,k]*b[k,j]
            end
        end
    end
    print c
end
