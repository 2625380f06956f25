%! test opt array-expansion
% The second array is as long as the first; both sizes are known in front of the loop.
% check: new_array($rows, $size, 16) uninit
% next: new_array($rows, $other, 16) uninit

function [] = f(x : mat, y : vec, m : int)
    for k = 0..numel(y)-1
        s = zeros(m+1)
        t = zeros(numel(s) + 2)
        for j = 0..m-1
            s[j+1] = s[j] + x[k,j]
        end
        for j = 1..numel(t)-3
            t[j] = t[j-1] + s[j]
        end
        y[k] = t[m]
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
