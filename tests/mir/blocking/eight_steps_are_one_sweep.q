%! test opt blocking
% The head and two parts of the update bring rows and columns up to date; what lies behind them gets eight steps at once.
% check: for $last = ...8...{
% check: for $k 'k' = 
% check: f32 = div
% check: for $i 'i' = ... expression {
% check: for $r 'i' = ... expression {
% check: for $s 'i' = ... expression {
% check: for $c 'j' = ... expression {
% check: load $a[$s, $c] unchecked
% not: load $a[$s, $c]
% check: store $a[$s, $c] unchecked
% check: for $m 'k' = 
% count 11: f32 = mul
% count 8: store v

function [] = f(a : mat)
    n = size(a, 0)
    for k = 0..n-1
        for i = k+1..n-1
            a[i,k] /= a[k,k]
            for j = k+1..n-1
                a[i,j] -= a[i,k]*a[k,j]
            end
        end
    end
end
function [] = main(n : int = 70)
    x = zeros(n, n)
    {!serial for}
    for i = 0..n-1
        {!serial for}
        for j = 0..n-1
            x[i,j] = 1 + mod(7*i + 3*j, 11)
        end
        x[i,i] = 40*n
    end
    f(x)
    print sum(x), x[1,1], x[n-1,n-2], x[n-2,n-1]
end
