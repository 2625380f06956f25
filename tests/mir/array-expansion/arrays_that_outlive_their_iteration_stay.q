%! test opt array-expansion
% The variable is an array of the last iteration, or what it was before.
% unchanged

function [] = f(x : mat, y : vec, m : int)
    last = zeros(m+1)
    for k = 0..numel(y)-1
        s = zeros(m+1)
        for j = 0..m-1
            s[j+1] = s[j] + x[k,j]
        end
        y[k] = s[m] + last[0]
        if x[k,0] > 3
            last = s
        end
    end
    y[0] = last[m]
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
