%! test opt index-set-splitting
% Nothing lies below it: the first iteration, and one loop behind it.
% check: host f
% check: if $both {
% not: for
% check: store
% next: }
% next: for $i 'i' = $first..1..$last {
% not: for
% check: return

function [] = f(x : vec, k : int)
    for i = k..9
        x[i] = x[i] + x[k]
    end
    if k > 100
        f(x, k-1)
    end
end
function [] = main(n : int = 15)
    x = ones(n)
    {!serial for}
    for k = 0..n-1
        x[k] = k + 1
    end
    f(x, n-13)
    f(x, n-6)
    f(x, n)
    print x
end
