%! test opt parallel
% Pixels times channels are one row of elements: vectors go along both.
% check: at [$m, $n, $c] from loop {
% count 1: store

function y = f(x : cube)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 1..size(x,1)-1
            for c = 0..2
                y[m,n,c] = x[m,n,c] - x[m,n-1,c]
            end
        end
    end
end
print sum(f(ones(40, 50, 3)))
