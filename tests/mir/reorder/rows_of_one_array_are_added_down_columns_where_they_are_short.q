%! test opt reorder
% Each element of `a` is read once: short rows take less time than a launch for each of them.
% check: lt ..., 4096
% check: if
% check: for $j 'j'
% check: for $k 'k'
% check: load $a[$k, $j]
% check: else
% check: for ... 'k'
% check: for ... 'j'

function [] = main(n : int = 4)
    a = ones(n, n)
    x = ones(n)
    y = zeros(n)
    a[1,2] = 3
    for k = 0..n-1
        for j = 0..n-1
            y[j] += a[k,j]*x[k]
        end
    end
    print y
end
