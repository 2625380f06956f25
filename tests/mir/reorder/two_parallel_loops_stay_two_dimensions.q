%! test opt reorder
% There is nothing to gain.
% unchanged

function [] = f(c : mat)
    for i = 0..size(c,0)-1
        for j = 0..size(c,1)-1
            c[i,j] = i + j
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
    f(x)
    print sum(x), x[1,1]
end
