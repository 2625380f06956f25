%! test opt index-set-splitting
% Nothing lies above it: one loop, and the last iteration behind it where there is one.
% check: host f
% check: $k: i32 = get %k
% check: for $i 'i' = 0..1..$last {
% check: store
% next: }
% next: $a: bool = le 0, $at
% next: $b: bool = le $at, $k
% next: $both: bool = and $a, $b
% next: if $both {
% not: for
% check: return

function [] = f(x : vec, k : int)
    for i = 0..k
        x[i] = x[i] + x[k]
    end
    if k > 100
        f(x, k-1)
    end
end
function [] = main(n : int = 5)
    x = ones(n)
    {!serial for}
    for k = 0..n-1
        x[k] = k + 1
    end
    f(x, n-1)
    f(x, n-3)
    print x
end
