%! test opt array-expansion
% What a branch makes is cleared in the branch.
% check: new_array($rows, $size, 16) uninit
% check: if
% check: store ...unchecked 's', 0.0

function [] = f(x : mat, y : vec, m : int)
    for k = 0..numel(y)-1
        if x[k,1] > 4
            s = zeros(m+1)
            for j = 0..m-1
                s[j+1] = s[j] + x[k,j]
            end
            y[k] = s[m]
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
