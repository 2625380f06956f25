%! flags: --fp=strict
% A total of all positions beside votes of some, in strict order. Expected by NumPy.
function [total, votes] = count(edges : mat)
    total = 0.0
    votes = vec[int](40)
    for m = 0..size(edges,0)-1
        for n = 0..size(edges,1)-1
            total += edges[m,n]/4
            if edges[m,n] > 4
                for a = 0..20
                    votes[mod(a*n + m, 40)] += a
                end
            end
        end
    end
end

function [] = main()
    edges = zeros(90, 70)
    for m = 0..89
        for n = 0..69
            edges[m,n] = mod(m*n + 3*m + n, 7)
        end
    end
    [total, votes] = count(edges)
    printf("%.2f %d %d %d", total, votes[0], votes[39], sum(votes))
    % => 4935.00 8192 8221 327600
end
