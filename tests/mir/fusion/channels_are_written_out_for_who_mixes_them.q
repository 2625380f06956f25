%! test opt parallel,simplify-launches,common-subexpressions-launches,dominating-conditions-launches,fusion,absorbed
% The second stage has the channels as a dimension, the first one in its text.
% check: launch
% not: , 3] (

function y = f(x : cube)
    t = zeros(size(x,0), size(x,1), 3)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..2
                t[m,n,c] = x[m,n,0] + x[m,n,1]*x[m,n,2] + c
            end
        end
    end
    y = zeros(size(t))
    for m = 0..size(t,0)-1
        for n = 0..size(t,1)-1
            for c = 0..2
                y[m,n,c] = 2*t[m,n,c]
            end
        end
    end
end
function [] = main(n : int = 5)
    print sum(f(ones(n, n, 3)))
end
