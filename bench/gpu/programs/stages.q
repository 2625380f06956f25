% Ten stages of one operation per element, each written as its own loop.
% Prints sums and samples of the result.
function [] = main(n : int = 6144, repetitions : int = 20)
    x = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            x[i,j] = mod(7919*i + 104729*j + 31*i*j, 1024)/1024
        end
    end
    y = zeros(n, n)
    for r = 1..repetitions
        a = x*1.5
        b = a + 0.25
        c = b.*x
        d = max(c, 0.125)
        e = sqrt(d)
        f = e - 0.5*x
        g = abs(f)
        h = g.*g + a
        k = min(h, 4.0)
        y = k/3
    end
    print "check: ", sum(y), " ", sum(y.*y), " ", y[0,0], " ", y[int(n/2),int(n/3)], " ", y[n-5,n-7]
end
