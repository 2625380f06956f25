%! test opt parallel
% Their sum has one order, that of the iterations.
% check: from loop {
% count 1: for
% count 1: load

function y = f(x : cube)
    y = zeros(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = 0.0
            for c = 0..2
                s += x[m,n,c]
            end
            y[m,n] = s
        end
    end
end
print sum(f(ones(40, 50, 3)))
