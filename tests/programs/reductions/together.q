%! features: F266
% Several totals of one array, with nothing, prints or changes between them.
function [] = describe(x : vec)
    print "mean ", mean(x), " least ", min(x), " greatest ", max(x), " sum ", sum(x), " variance ", var(x)
end
function [] = main()
    x = [4.0, 8.0, -2.0, 6.0]
    % Mean 16/4; squared distances 0, 16, 36, 4: 56/3
    % => mean 4 least -2 greatest 8 sum 16 variance 18.666666
    describe(x)
    a = sum(x)
    x[1] = 20.0
    b = max(x)
    x = 2*x
    c = min(x)
    % => 16 20 -4
    print a, " ", b, " ", c
    % More than a piece of the runtime: 1 to 100000, twice; n(n+1), and the variance of 1..n is (n^2 - 1)/12 for n-1 of n, here with 2n numbers.
    n = 100000
    y = zeros(2*n)
    for k = 0..2*n-1
        y[k] = 1 + mod(k, n)
    end
    % => least 1 greatest 100000
    print "least ", min(y), " greatest ", max(y)
    m = mean(y)
    v = var(y)
    expected = (1.0*n*n - 1)/12*(2*n)/(2*n - 1)
    % => 50000.5 1
    print m, " ", abs(v/expected - 1) < 1e-5
    % Nothing has a least one.
    e = zeros(0)
    % => 0 0 0
    print sum(e), " ", mean(e), " ", var(e)
    % One number has no variance.
    % => 3 0
    print mean([3.0]), " ", var([3.0])
end
