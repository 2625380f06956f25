%! test opt reorder
% Both are sums down the columns, of elements that are read once.
% check: for $j 'j'
% check: for $i 'i'
% check: load $a[$i, $j]
% check: store $y[$j]
% check: store $z[$j]

function [] = main(n : int = 4)
    a = ones(n, n)
    x = ones(n)
    y = zeros(n)
    z = zeros(n)
    a[1,2] = 3
    for i = 0..n-1
        for j = 0..n-1
            y[j] += a[i,j]
            z[j] += a[i,j]*a[i,j]
        end
    end
    print y, z
end
