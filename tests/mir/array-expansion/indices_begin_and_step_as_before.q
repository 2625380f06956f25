%! test opt array-expansion
% Every second iteration, from the third element on, and backwards.
% check: new_array($rows, $size, 16) uninit
% check: mul ...-2

function [] = f(x : mat, y : vec, m : int)
    for k = numel(y)-1..-2..0
        s = zeros(m+1)
        for j = 0..m-1
            s[j+1] = s[j] + x[k,j]
        end
        y[k] = s[m]
    end
end
function [] = main(n : int = 75, m : int = 6)
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
