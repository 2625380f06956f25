%! test opt array-expansion
% Iterations of the inner loop wait for each other; each has the same elements of the array in its turn.
% check: new_array($rows, $size, 16) uninit
% check: 'k' = ...independent {
% check: 'a' = ...

function [] = f(x : mat, y : vec, m : int)
    for k = 0..numel(y)-1
        for a = 1..3
            s = zeros(m+1)
            for j = 0..m-1
                s[j+1] = s[j] + a*x[k,j]
            end
            y[k] = 0.5*y[k] + s[m]
        end
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
