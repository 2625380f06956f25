%! test opt parallel,simplify-launches,common-subexpressions-launches,dominating-conditions-launches,fusion,strips,absorbed
% Not every position stores its element, and the first column has none.
% check: strip_rows
% check: runtime array_clear(
% check: launch ...strip

function y = f(x : mat)
    t = zeros(size(x))
    y = zeros(size(x))
    for i = 0..size(x,0)-1
        for j = 1..size(x,1)-1
            if x[i,j] > 1
                t[i,j] = 2*x[i,j]
            end
        end
    end
    for i = 1..size(x,0)-2
        for j = 0..size(x,1)-1
            y[i,j] = t[i-1,j] + t[i+1,j] + 1
        end
    end
end
function [] = main(n : int = 5)
    x = ones(n, n)
    x[1,1] = 4
    y = f(x)
    print sum(y), y[1,n-1], y[2,n-1]
end
