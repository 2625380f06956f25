%! test opt parallel
% Vectors go along the columns; the three channels are written out, and what they have in common stands there once.
% check: from loop {
% count 1: sqrt
% count 3: store
% not: for

function y = f(x : mat)
    y = zeros(size(x,0), size(x,1), 3)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..2
                y[m,n,c] = sqrt(x[m,n]) + c
            end
        end
    end
end
print sum(f(ones(40, 50)))
