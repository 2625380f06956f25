%! test opt reorder reorder=always
% One loop.
% unchanged

function [] = f(c : mat)
    for i = 0..size(c,0)-1
        c[i,0] = 2*c[i,0]
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
