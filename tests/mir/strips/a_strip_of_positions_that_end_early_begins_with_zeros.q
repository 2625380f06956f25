%! test opt parallel,simplify-launches,common-subexpressions-launches,dominating-conditions-launches,fusion,strips,absorbed
% Who ends before the store leaves a zero. Where all store, nothing is cleared.
% check: strip_rows
% check: runtime array_clear(
% check: launch ...strip
% check: strip_rows
% not: array_clear
% check: launch ...strip

function y = some(x : mat)
    t = zeros(size(x))
    y = zeros(size(x))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            for k = 0..3
                if x[i,j] > k + 2
                    break
                end
            end
            if x[i,j] > 1
                continue
            end
            t[i,j] = 2*x[i,j]
        end
    end
    for i = 1..size(x,0)-2
        for j = 0..size(x,1)-1
            y[i,j] = t[i-1,j] + t[i+1,j] + 1
        end
    end
end
function y = all(x : mat)
    t = zeros(size(x))
    y = zeros(size(x))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            t[i,j] = 2*x[i,j]
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
    print sum(some(x)), sum(all(x))
end
