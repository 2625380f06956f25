%! test opt loop-versioning
% Equal sums are stored, too: those of row k clash.
% not: independent

function [] = f(d : mat)
    n = size(d, 0)
    for k = 0..n-1
        for i = 0..n-1
            for j = 0..n-1
                if d[i,k] + d[k,j] <= d[i,j]
                    d[i,j] = d[i,k] + d[k,j]
                end
            end
        end
    end
end
function [] = main(n : int = 9)
    d = zeros(n, n)
    {!serial for}
    for i = 0..n-1
        {!serial for}
        for j = 0..n-1
            d[i,j] = 1 + mod(7*i + 3*j, 11)
        end
        d[i,i] = 0
    end
    f(d)
    print sum(d), d[1,n-1], d[n-1,2], d[n-1,n-2]
end
