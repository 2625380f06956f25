%! test opt parallel
% Two iterations are enough: what they have in common is computed once.
% check: from loop {
% count 1: sqrt
% count 2: store
% not: for

function y = f(x : mat)
    y = zeros(size(x,0), size(x,1), 2)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..1
                y[m,n,c] = sqrt(x[m,n]) - c
            end
        end
    end
end
print sum(f(ones(40, 50)))
