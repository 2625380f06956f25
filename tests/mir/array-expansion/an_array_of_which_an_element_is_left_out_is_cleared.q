%! test opt array-expansion
% The first loop leaves out the last element, which the second reads.
% check: new_array($rows, $size, 16) uninit
% count 1: unchecked 's', 0.0

function [] = f(x : mat, y : vec, m : int)
    for k = 0..numel(y)-1
        s = zeros(m+1)
        for j = 0..m-1
            s[j] = k - j
        end
        for j = 1..m
            s[j] = s[j] + s[j-1]
        end
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
