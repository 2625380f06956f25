%! test opt parallel,simplify-launches,common-subexpressions-launches,dominating-conditions-launches,fusion,strips,absorbed
% The last pass writes what the first one reads, if both are one array: rows around a strip would be computed from what the strip
% before has written. Four bytes for each column are a row; two rows more than a strip are computed, and nobody asked for strips.
% check: $x: [f32] = get %x
% check: $y: [f32] = get %y
% check: $rows: i32 = runtime strip_rows($n, $bytes, 2, 0, 0)
% check: $pays: bool = gt $rows, 0
% check: $same: i32 = runtime object_same($x, $y)
% next: $some: i32 = or 0, $same
% check: $apart: bool = eq $some, 0
% next: $both: bool = and $pays, $apart
% next: if $both {

function [] = f(x : mat, y : mat, again : int)
    t = zeros(size(x))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            t[i,j] = 2*x[i,j]
        end
    end
    for i = 1..size(x,0)-2
        for j = 0..size(x,1)-1
            y[i,j] = t[i-1,j] + t[i+1,j]
        end
    end
    if again > 0
        f(x, x, again-1)
    end
end
function [] = main(n : int = 5)
    x = ones(n, n)
    y = zeros(n, n)
    x[1,1] = 4
    f(x, y, 1)
    print x, y
end
