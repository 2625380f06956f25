%! test opt parallel
% Only running tells how many there are: nothing is written out.
% check: from loop {
% count 1: sqrt
% count 1: store

function y = f(x : mat, count : int)
    y = zeros(size(x,0), size(x,1), count)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..count-1
                y[m,n,c] = sqrt(x[m,n]) + c
            end
        end
    end
end
for count = 2..3
    print sum(f(ones(40, 50), count))
end
