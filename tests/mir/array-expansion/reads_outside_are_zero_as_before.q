%! test opt array-expansion
% An element that is not known to be there is read where there is one, and 0 is chosen.
% check: $all: [f32] = new_array($rows, $size, 16) uninit
% check: $inside: bool = and
% check: $at: i32 = select $inside, $number, 0
% next: $one: f32 = load $all[$row, $at, $lane] unchecked 's'
% next: f32 = select $inside, $one, 0.0

function [] = f(x : mat, y : vec, m : int)
    for k = 0..numel(y)-1
        s = zeros(m+1)
        for j = 0..m-1
            s[j+1] = s[j] + x[k,j]
        end
        y[k] = s[int(x[k,0])]
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
