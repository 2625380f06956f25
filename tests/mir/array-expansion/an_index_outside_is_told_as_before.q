%! test opt array-expansion
% The error names the index, the number of elements of the iteration's own array and the array.
% check: new_array($rows, $size, 16) uninit
% check: = not
% check: runtime error_index("s", -1, ...)
% check: else

function [] = f(x : mat, y : vec, m : int)
    for k = 0..numel(y)-1
        s = zeros(m+1)
        for j = 0..m-1
            s[j+1] = s[j] + x[k,j]
        end
        s[int(x[k,0])] = 1
        y[k] = s[m]
    end
end
function [] = main(n : int = 35, m : int = 12)
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
