%! test opt parallel
% The loop over the taps is the same for all channels: it is there once, with three sums.
% check: from loop {
% count 1: for
% count 3: store

function y = f(x : cube'clamped, w : vec)
    y = zeros(size(x,0), size(x,1), 3)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..2
                s = 0.0
                for k = 0..numel(w)-1
                    s += w[k]*x[m,n+k,c]
                end
                y[m,n,c] = s/x[m,n,0]
            end
        end
    end
end
print sum(f(ones(40, 50, 3), ones(5)))
