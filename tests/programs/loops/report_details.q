%! loop: 18 parallel, 2 dimensions
%! loop: 18 over m, k
%! loop: 18 vectors along k: 
%! loop: 18 lanes, as the machine has; elements side by side
%! loop: 18 bounds checks left: none
%! loop: 26 over k
%! loop: 26 `total` is combined by add
%! loop: 26 bounds checks left: `v` safe
%! loop: 33 others gathered or scattered
%! loop: 33 bounds checks left: `v` safe
%! loop: 40 serial
%! loop: 40 `v`
% What the report says of a loop that became a kernel: its dimensions, its vectors, its accumulators, the accesses that still
% ask whether they are inside; of the last one it gives the reason.
function [] = main(n : int = 4)
    x = zeros(n, n)
    y = zeros(n, n)
    for m = 0..n-1
        for k = 0..n-1
            y[m,k] = x[m,k] + m*k
        end
    end
    print y[n-1,n-1]
    v = ones(n)
    total = 0.0
    for k = 0..n
        total += v[k]
    end
    print total
    order = vec[int](n)
    order[0] = 2
    w = zeros(n)
    for k = 0..n-1
        w[k] = v[order[k]]
    end
    print sum(w)
    % => 9
    % => 4
    % => 4
    for k = 1..n-1
        v[k] = v[k-1] + v[k]
    end
    print v[n-1]
    % => 4
end
