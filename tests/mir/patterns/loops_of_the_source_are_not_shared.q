%! test opt parallel,patterns
% Their lines are told in reports.
% count 2: from loop

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    z = ones(n)
    y[1] = 2
    z[2] = 3
    p = zeros(n)
    q = zeros(n)
    for i = 0..n-1
        p[i] = x[i] + 1
    end
    for i = 0..n-1
        q[i] = y[i] + 1
    end
    print p, q
end
