%! test opt parallel
% A channel reads the one before: the loop stays inside of the kernel, in its order.
% check: from loop {
% count 1: for
% count 1: store

function y = f(x : mat)
    y = ones(size(x,0), size(x,1), 4)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 1..3
                y[m,n,c] = y[m,n,c-1] + x[m,n]
            end
        end
    end
end
print sum(f(ones(40, 50)))
