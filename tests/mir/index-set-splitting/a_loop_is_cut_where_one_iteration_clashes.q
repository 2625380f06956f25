%! test opt index-set-splitting
% Below the element that all iterations read, that iteration alone, and above it; the first loop is that of the preparation.
% count 3: for ... 'i'
% check: load
% check: store

function [] = f(x : vec, k : int)
    for i = 0..numel(x)-1
        x[i] = x[i] + x[k]
    end
end
function [] = main(n : int = 5, k : int = 2)
    x = zeros(n)
    {!serial for}
    for i = 0..n-1
        x[i] = i + 1
    end
    f(x, k)
    print x
end
