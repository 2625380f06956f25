%! test opt blocking
% They do not keep what is stored.
% unchanged

function [] = f(a : mat[uint8])
    n = size(a, 0)
    for k = 0..n-1
        for i = k+1..n-1
            for j = k+1..n-1
                a[i,j] = min(a[i,j], a[i,k] + a[k,j])
            end
        end
    end
end
function [] = main(n : int = 70)
    x = mat[uint8](n, n)
    {!serial for}
    for i = 0..n-1
        {!serial for}
        for j = 0..n-1
            x[i,j] = 100 + mod(7*i + 3*j, 11)
        end
    end
    f(x)
    print x[1,1], x[n-1,n-2], x[n-2,n-1]
end
