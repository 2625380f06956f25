%! test opt array-expansion
% A cell holds the array behind the iteration.
% unchanged

function [] = f(x : mat, y : vec, m : int)
    c = cell(numel(y))
    for k = 0..numel(y)-1
        s = zeros(m+1)
        for j = 0..m-1
            s[j+1] = s[j] + x[k,j]
        end
        c[k] = s
    end
    for k = 0..numel(y)-1
        s : vec = c[k]
        y[k] = s[m]
    end
end
function [] = main(n : int = 35, m : int = 6)
    x = zeros(n, m)
    {!serial for}
    for i = 0..n-1
        {!serial for}
        for j = 0..m-1
            x[i,j] = mod(7*i + 3*j*j, 11)
        end
    end
    y = zeros(n)
    f(x, y, m)
    print y
end
