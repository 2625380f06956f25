%! test opt reorder
% Both bounds of `i` move with `j`, and the bounds of the whole matrix hold as well.
% check: for $i 'i'
% check: min
% check: max
% check: for $j 'j'
% check: load $a[$i, $j]
% check: store $y[$i]

function [] = main(n : int = 4)
    a = ones(n+9, n)
    x = ones(n)
    y = zeros(n+9)
    a[1,2] = 3
    for j = 0..n-1
        for i = j..j+4
            y[i] += a[i,j]*x[j]
        end
    end
    print y
end
