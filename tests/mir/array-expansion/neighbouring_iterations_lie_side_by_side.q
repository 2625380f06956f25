%! test opt array-expansion
% Sixteen iterations have their elements side by side, in rows; the last row may be shorter. The loop as it was is for few iterations and large arrays.
% check: ge ...16i64
% check: le ...2097152i64
% check: if
% check: $all: [f32] = new_array($rows, $size, 16) uninit
% check: select ...16
% check: 'k' = ...independent {
% next: sub
% next: for $lane = ...independent {
% check: store $all[$row, $j, $lane] unchecked 's', 0.0
% check: load $all[$row, $i, $lane] unchecked 's'
% check: else
% check: new_array(1, $size) zeros

function [] = f(x : mat, y : vec, m : int)
    for k = 0..numel(y)-1
        s = zeros(m+1)
        for j = 0..m-1
            s[j+1] = s[j] + x[k,j]
        end
        y[k] = s[m]
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
