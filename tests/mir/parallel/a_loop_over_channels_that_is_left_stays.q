%! test opt parallel
% Whether a channel is written depends on the ones before.
% check: from loop {
% count 1: for
% count 1: store

function y = f(x : cube)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..2
                if x[m,n,c] > 1
                    break
                end
                y[m,n,c] = sqrt(x[m,n,0])
            end
        end
    end
end
print sum(f(ones(40, 50, 3)))
