%! test spmd lanes=16
% Of the squares of seven neighbours in a colour image, those between the first and the last are lanes of these two.
% check: LoadLanes
% check: Binary(Mul
% check: Between { ... at: 1, apart: 6
% check: Between { ... at: 5, apart: 6
% not: at: 6
% count 5: Between

function y = f(x : cube'unchecked)
    y = zeros(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 3..size(x,1)-4
            s = 1000
            for j = -3..3
                s = min(s, (x[m,n+j,0] - x[m,n+j,2])^2)
            end
            y[m,n] = s
        end
    end
end
print sum(f(ones(40, 50, 3)))
