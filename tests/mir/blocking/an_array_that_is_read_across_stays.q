%! test opt blocking
% The transposed elements are those of other steps.
% unchanged

function [] = g(a : mat, b : mat)
    n = size(a, 0)
    for k = 0..n-1
        for i = k+1..n-1
            for j = k+1..n-1
                a[i,j] -= a[i,k]*b[j,k]
            end
        end
    end
end
function [] = f(a : mat)
    g(a, a)
end
function [] = main(n : int = 70)
    x = zeros(n, n)
    {!serial for}
    for i = 0..n-1
        {!serial for}
        for j = 0..n-1
            x[i,j] = 1 + mod(7*i + 3*j, 11)
        end
        x[i,i] = 40*n
    end
    f(x)
    print sum(x), x[1,1], x[n-1,n-2], x[n-2,n-1]
end
