%! test opt reorder reorder=always
% Scaling and adding get loops of their own; the sum over k moves inside.
% count 3: for ... 'i'
% check: for ... 'j'
% check: for ... 'k'

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
