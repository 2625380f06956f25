%! test opt reorder
% Neither loop is parallel for both sums; each of them is for one.
% check: for $j 'j'
% check: for $i 'i'
% check: load $a[$i, $j]
% check: store $y[$j]
% check: for $k 'i'
% check: for $l 'j'
% check: load $a[$k, $l]
% check: store $z[$k]

function [] = main(n : int = 4)
    a = ones(n, n)
    x = ones(n)
    y = zeros(n)
    z = zeros(n)
    a[1,2] = 3
    for j = 0..n-1
        for i = 0..n-1
            y[j] += a[i,j]*x[i]
            z[i] += a[i,j]*x[j]
        end
    end
    print y, z
end
