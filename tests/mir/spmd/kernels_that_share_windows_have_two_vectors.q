%! test spmd lanes=8
% The loop over what sixteen windows have in common changes one variable; their results wait in memory.
% check: rows lanes 16
% check: Binary(Max

function [] = main(radius : int = 9)
    x = ones(200, 300)
    y = zeros(200, 300)
    for m = 20..179
        for n = 0..299
            s = x[m,n]
            for k = -radius..radius
                s = max(s, x[m+k,n])
            end
            y[m,n] = s
        end
    end
    print sum(y)
end
