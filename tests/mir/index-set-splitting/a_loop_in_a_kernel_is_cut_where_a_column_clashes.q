%! test opt index-set-splitting
% Rows are parallel, and in each of them the iteration of the column that all read clashes with the others: below it, alone and above it.
% count 2: for ... 'i'
% count 3: for ... 'j'

function [] = f(x : mat, k : int)
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            x[i,j] = x[i,j] + x[i,k]
        end
    end
end
function [] = main(n : int = 6, k : int = 2)
    x = zeros(n,n)
    {!serial for}
    for i = 0..n-1
        {!serial for}
        for j = 0..n-1
            x[i,j] = i + 2*j + 1
        end
    end
    f(x, k)
    print x
end
