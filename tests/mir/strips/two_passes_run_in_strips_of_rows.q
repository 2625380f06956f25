%! test opt parallel,simplify-launches,common-subexpressions-launches,dominating-conditions-launches,fusion,strips,absorbed
% The second one reads the rows above and below.
% check: runtime strip_rows($rows, $bytes, $more, 0, 1)
% check: runtime strips_begin()
% check: for
% check: uninit
% check: launch
% check: launch
% check: $last: i32 = convert
% check: runtime strip_end($last)
% check: from strip

function y = f(x : mat)
    t = zeros(size(x))
    y = zeros(size(x))
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
end
function [] = main(n : int = 5)
    x = ones(n, n)
    x[1,1] = 4
    print sum(f(x)), f(x)[1,2]
end
