%! test opt index-set-splitting
% Elimination subtracts row k from the others.
% check: for ... 'i'
% check: for ... 'i'

function [] = f(a : mat, k : int)
    for i = 0..size(a,0)-1
        for j = 0..size(a,1)-1
            a[i,j] = a[i,j] - a[k,j]
        end
    end
end
function [] = main(n : int = 5, k : int = 2)
    x = zeros(n)
    {!serial for}
    for i = 0..n-1
        x[i] = i + 1
    end
    a = ones(n, n)
    a[1,1] = 3
    f(a, k)
    print a[0,1]
    print x
end
