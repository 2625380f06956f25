%! test opt reorder reorder=always
% No loop of it is parallel.
% unchanged

function [] = f(c : mat)
    for i = 1..size(c,0)-1
        for j = 1..size(c,1)-1
            c[i,j] = c[i-1,j] + c[i,j-1]
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
