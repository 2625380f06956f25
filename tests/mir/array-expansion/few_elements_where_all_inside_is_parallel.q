%! test opt array-expansion
% What the loops inside would fill themselves is not expanded: an array has at most 1024 elements then.
% check: le ...1024i64
% check: new_array($rows, $size, 16) uninit

function [] = f(x : mat, y : vec, m : int)
    for k = 0..numel(y)-1
        s = zeros(m+1)
        for j = 0..m-1
            s[j+1] = 2*x[k,j]
        end
        y[k] = s[m] + s[m-1]
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
