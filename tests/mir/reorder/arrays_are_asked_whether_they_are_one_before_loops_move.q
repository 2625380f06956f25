%! test opt reorder
% The loops as they were are there for the case that they are.
% check: runtime object_same
% check: if
% check: for $i 'i'
% check: for $j 'j'
% check: for $k 'k'
% check: else
% check: for ... 'k'

function [] = f(a : mat, b : mat, c : mat, depth : int)
    for k = 0..size(a,1)-1
        for i = 0..size(c,0)-1
            for j = 0..size(c,1)-1
                c[i,j] += a[i,k]*b[k,j]
            end
        end
    end
    if depth > 0
        f(a, b, c, depth - 1)
    end
end
function [] = main(n : int = 4)
    x = ones(n, n)
    y = ones(n, n)
    x[1,2] = 3
    f(x, x, y, 1)
    f(y, x, y, 0)
    print x, y
end
