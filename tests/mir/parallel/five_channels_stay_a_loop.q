%! test opt parallel
% Four iterations are written out at most, as many as a colour image has channels.
% check: from loop {
% count 1: sqrt
% count 1: store

function y = f(x : mat)
    y = zeros(size(x,0), size(x,1), 5)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..4
                y[m,n,c] = sqrt(x[m,n]) + c
            end
        end
    end
end
print sum(f(ones(40, 50)))
