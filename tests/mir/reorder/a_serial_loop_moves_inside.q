%! test opt reorder reorder=always
% k runs inside of j, so that vectors go along j.
% check: for ... 'i'
% check: for ... 'j'
% check: for ... 'k'

function [] = f(a : mat, b : mat, c : mat)
    for i = 0..size(c,0)-1
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
