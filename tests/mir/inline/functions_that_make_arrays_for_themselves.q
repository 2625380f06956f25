%! test opt inline
% A loop around the call can be parallel if the arrays are made in front of it.
% check: new_array
% count 0: call scratch

function v = scratch(x : vec, k : int, m : int)
    s = zeros(m+1)
    t = zeros(m+1)
    for j = 0..m-1
        s[j+1] = s[j] + x[k+j]
        t[j+1] = t[j] + s[j]*x[k+j]
    end
    best = 0.0
    for j = 0..m-2
        best = max(best, s[j+2] - s[j])
        best = max(best, t[j+2] - t[j])
        best = max(best, t[j+1] - s[j])
        best = min(best, 1000 + s[j+1] - t[j+1])
    end
    v = best + s[m] - t[m]/2
end
function [] = main(n : int = 20, m : int = 5)
    x = zeros(n + m)
    {!serial for}
    for k = 0..n+m-1
        x[k] = mod(7*k, 5)
    end
    y = zeros(n)
    for k = 0..n-1
        y[k] = scratch(x, k, m)
    end
    print y
end
