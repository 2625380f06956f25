%! test opt reorder
% All iterations of `k` change the same elements, and rows and columns share what they read.
% check: for $i 'i'
% check: for $j 'j'
% check: for $k 'k'
% check: load $a[$i, $k]
% check: load $b[$k, $j]
% check: store $c[$i, $j]

function [] = main(n : int = 4)
    a = ones(n, n+1)
    b = ones(n+1, n)
    a[1,2] = 3
    c = zeros(n, n)
    for k = 0..n
        for i = 0..n-1
            for j = 0..n-1
                c[i,j] += a[i,k]*b[k,j]
            end
        end
    end
    print c
end
