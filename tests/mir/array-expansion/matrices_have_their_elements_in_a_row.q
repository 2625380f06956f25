%! test opt array-expansion
% Both indices are one number of an element, and each is compared with its own extent where that is not known.
% check: $all: [f32] = new_array($rows, $size, 16) uninit
% check: load $all[$row, $i, $lane] unchecked 't'

function [] = f(x : mat, y : vec, m : int)
    for k = 0..numel(y)-1
        t = zeros(m+1, 3)
        for j = 0..m-1
            t[j+1,1] = t[j,1] + x[k,j]
            t[j+1,2] = t[j,2] + t[j,1]
        end
        y[k] = t[m,2]
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
