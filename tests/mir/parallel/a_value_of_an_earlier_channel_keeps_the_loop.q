%! test opt parallel
% Each channel stores what the one before has left in a variable.
% check: from loop {
% count 1: for
% count 1: store

function y = f(x : mat)
    y = zeros(size(x,0), size(x,1), 3)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            t = 1.0
            for c = 0..2
                y[m,n,c] = t
                t = x[m,n] - c
            end
        end
    end
end
print sum(f(ones(40, 50)))
