%! test opt reorder reorder=always
% What the outer serial loop adds up between the two is not repeated for each iteration of the loop along the vectors.
% check: for $i 'i'
% check: for $c 'c'
% check: for $p 'p'
% check: for $k 'k'

function [y, s] = sums(x : cube)
    y = zeros(size(x,0), 4)
    s = zeros(size(x,0))
    for i = 0..size(x,0)-1
        for c = 0..size(x,1)-1
            s[i] += x[i,c,0]
            for p = 0..size(x,2)-1
                for k = 0..3
                    y[i,k] += k*x[i,c,p]
                end
            end
        end
    end
end
function [] = main(n : int = 3)
    x = ones(n, n, 2)
    x[1,1,1] = 4
    [y, s] = sums(x)
    print sum(y), y[1,2], s
end
