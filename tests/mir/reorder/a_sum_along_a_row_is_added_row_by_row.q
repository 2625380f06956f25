%! test opt reorder
% The elements of a row lie side by side, those of a column do not.
% check: for $i 'i'
% check: for $j 'j'
% check: load $a[$i, $j]
% check: store $y[$i]

function [] = main(n : int = 4)
    a = ones(n+9, n)
    x = ones(n)
    y = zeros(n+9)
    a[1,2] = 3
    for j = 0..n-1
        for i = 0..n-1
            y[i] += a[i,j]*x[j]
        end
    end
    print y
end
