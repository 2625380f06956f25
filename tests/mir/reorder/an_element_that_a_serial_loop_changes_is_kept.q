%! test opt reorder,register-promotion reorder=always
% c[i,j] is read before the loop over k and written behind it, if that has an iteration; all else that the loop reads comes from arrays
% that are others, which is asked before. The array itself was read in the loop, and is read anew.
% check: object_same
% check: for $i 'i'
% check: for $j 'j' = 0..1
% check: $some: bool = le 0, $last
% check: if $some {
% check: $c: [f32] = get %c
% next: $first: f32 = load $c[$i, $j] safe 'c'
% next: set $s, $first
% next: for $k 'k' = 0..1..$last {
% not: 'c'
% not: store
% check: $sum: f32 = get $s
% next: $now: f32 = add $sum
% next: set $s, $now
% next: }
% next: $done: f32 = get $s
% next: store $c[$i, $j] checked 'c', $done
% check: } else {

function [] = f(a : mat, b : mat, c : mat, h : int, n : int, w : int)
    for i = 0..h-1
        for k = 0..n-1
            for j = 0..w-1
                c[i,j] += a[i,k]*b[k,j]
            end
        end
    end
    if h > 3
        f(b, a, c, h-1, w, n)
    end
end
function [] = main(n : int = 4)
    x = zeros(n, n)
    y = ones(n, n)
    z = ones(n, n)
    y[1,2] = 3
    f(y, z, x, n, n, n)
    print sum(x), x[1,1], x[3,2]
end
