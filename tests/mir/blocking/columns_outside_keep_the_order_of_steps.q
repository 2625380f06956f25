%! test opt blocking
% Where an index is outside, an error tells how far the loops have come: there are no blocks then.
% check: lt
% check: for $last = ...8...{

function [] = f(a : mat)
    n = size(a, 0)
    for k = 0..n-1
        for i = k+1..n-1
            a[i,k] /= a[k,k]
            for j = k+1..n-1
                a[i,j] -= a[i,k]*a[k,j]
            end
        end
    end
end
function [] = main(n : int = 80)
    x = ones(n, n-9)
    try
        f(x)
    catch ex
        print "outside"
    end
    print sum(x), x[1,1], x[n-1,3]
end
