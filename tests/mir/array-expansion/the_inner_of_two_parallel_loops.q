%! test opt array-expansion
% Vectors go along the loop that makes the array.
% check: 'a' = ...{
% check: new_array($rows, $size, 16) uninit
% check: 'k' = ...independent {

function [] = f(x : mat, y : vec, m : int)
    z = zeros(3, numel(y))
    for a = 0..2
        for k = 0..numel(y)-1
            s = zeros(m+1)
            for j = 0..m-1
                s[j+1] = s[j] + a*x[k,j]
            end
            z[a,k] = s[m]
        end
    end
    {!serial for}
    for k = 0..numel(y)-1
        y[k] = z[1,k] + z[2,k]
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
