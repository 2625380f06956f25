%! test opt array-expansion
% The loop inside goes through no array of the iteration: it may be long, and fills vectors and threads by itself.
% unchanged

function [] = f(x : mat, y : vec, m : int)
    for k = 0..numel(y)-1
        count = zeros(m+12)
        for j = 0..size(x,1)-1
            count[int(x[k,j])] += 1
        end
        y[k] = count[3] + 10*count[4]
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
