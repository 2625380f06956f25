%! features: F261
%! loop: 7 parallel, 2 dimensions
% Sum and sum of squares in one kernel.
function [s, q] = sums(x)
    s = 0.0
    q = 0.0
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            s += x[i,j]
            q += x[i,j]^2
        end
    end
end
function [] = main(n : int = 50)
    x = zeros(n,60)
    for i = 0..n-1
        for j = 0..59
            x[i,j] = mod(i+j,4)
        end
    end
    [s, q] = sums(x)
    % Every 4 neighbours in a row hold 0,1,2,3: 15 groups in each of 50 rows.
    print s, " ", q
    % => 4500 10500
end
