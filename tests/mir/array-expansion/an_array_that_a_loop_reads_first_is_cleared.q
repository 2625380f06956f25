%! test opt array-expansion
% The loop stores all elements, but reads the one behind the one that it stores before.
% check: new_array($rows, $size, 16) uninit
% count 1: unchecked 's', 0.0

function [] = f(x : mat, y : vec, m : int)
    for k = 0..numel(y)-1
        s = zeros(m)
        for j = 0..m-1
            s[j] = k + s[j+1] + s[j-1]
        end
        y[k] = s[m-1]
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
