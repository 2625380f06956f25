%! test opt parallel,simplify-launches,common-subexpressions-launches,dominating-conditions-launches,fusion,strips,absorbed
% The position is counted from the row that the launch tells; rows of the array between are counted from the first one that is there,
% whoever reads or writes it. Rows of other arrays are those of the whole.
% check: kernel f$loop...$strip(
% check: $row: i32 = add $counted, $told
% check: load $x[$row, $j] unchecked 'x'
% check: $mine: i32 = sub $row, $first
% next: store $t[$mine, $j] unchecked 't'
% check: kernel f$loop...$strip(
% check: $place: i32 = add $number, $begin
% check: $up: i32 = sub $place, $least
% next: ... = load $u[$up, $k] unchecked 't'
% check: $next: i32 = add $place, 2
% check: $down: i32 = sub $next, $again
% next: ... = load $u[$down, $k] unchecked 't'

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
        f(x, y, again-1)
    end
end
function [] = main(n : int = 5)
    x = ones(n, n)
    y = zeros(n, n)
    x[1,1] = 4
    f(x, y, 1)
    print x, y
end
