%! test opt reorder reorder=always
% The second part reads what the first one has written, in each row.
% check: for ... 'i'
% check: mul
% check: for ... 'i'
% check: add

function [] = f(a : mat, b : mat, c : mat)
    for i = 0..size(c,0)-1
        for j = 0..size(c,1)-1
            c[i,j] *= 2
        end
        for k = 0..size(a,1)-1
            for j = 0..size(c,1)-1
                c[i,j] += a[i,k]*b[k,j]
            end
        end
    end
end
function [] = main(n : int = 4)
    x = zeros(n, n+1)
    y = ones(n, n)
    {!serial for}
    for i = 0..n-1
        x[i,0] = i + 1
    end
    f(y, y, x)
    print sum(x), x[1,1]
end
