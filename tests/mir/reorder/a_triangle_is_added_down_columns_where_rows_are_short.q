%! test opt reorder
% The loop over `i` begins at the diagonal.
% check: lt ..., 4096
% check: if
% check: for $j 'j'
% check: for $i 'i'
% check: load $a[$i, $j]
% check: else
% check: for ... 'i'
% check: for ... 'j'

function [] = main(n : int = 4)
    a = ones(n+9, n)
    x = ones(n)
    y = zeros(n+9)
    a[1,2] = 3
    for i = 0..n-1
        for j = 0..i
            y[j] += a[i,j]*x[i]
        end
    end
    print y
end
