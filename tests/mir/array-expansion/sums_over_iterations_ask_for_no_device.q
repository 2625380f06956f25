%! test opt array-expansion
% The order of the sum is that of the blocks, so these do not depend on what a machine has.
% count 0: device_count
% check: new_array($rows, $size, 16) uninit

function [] = f(x : mat, y : vec, m : int)
    total = 0.0
    for k = 0..numel(y)-1
        s = zeros(m+1)
        for j = 0..m-1
            s[j+1] = s[j] + x[k,j]
        end
        total += s[m]
    end
    y[0] = total
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
