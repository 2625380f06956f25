%! test opt simplify,parallel
% As a choice, as an exchange in a branch.
% check: accumulates min
% check: accumulates max

function s = least(x : vec)
    s = 1e30
    for i = 0..numel(x)-1
        v = x[i]
        s = v < s ? v : s
    end
end
function s = greatest(x : vec)
    s = -1e30
    for i = 0..numel(x)-1
        v = x[i]
        if v > s
            s = v
        end
    end
end
function [] = main(n : int = 9)
    x = zeros(n)
    {!serial for}
    for i = 0..n-1
        x[i] = mod(5*i, 7) - 2
    end
    print least(x), greatest(x)
end
