%! test opt parallel,simplify-launches,common-subexpressions-launches,dominating-conditions-launches,fusion,strips,absorbed
% And one on each side.
% check: has the rows of a strip and 1 on each side

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
