%! test spmd lanes=16
% Elements side by side are loaded for each place: a shuffle would take as long.
% not: Between

function y = f(x : mat'unchecked)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 3..size(x,1)-4
            s = 0.0
            for j = -3..3
                s += x[m,n+j]
            end
            y[m,n] = s
        end
    end
end
print sum(f(ones(40, 50)))
