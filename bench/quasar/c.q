% A separable Gaussian of 15 taps, rows then columns, mirrored at the borders.
% Prints the time of every repetition in milliseconds, then sums and samples of the result.
function [] = main(n : int = 512, repetitions : int = 20)
    x : mat'mirror = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            x[i,j] = mod(7919*i + 104729*j + 31*i*j, 1024)/1024
        end
    end
    y = zeros(n, n)
    times = zeros(repetitions)
    t : mat'mirror = zeros(n, n)
    w = exp(-(-7..7).^2/12.5)
    w = w/sum(w)
    for r = 0..repetitions-1
        tic()
        for i = 0..n-1
            for j = 0..n-1
                s = 0.0
                for k = -7..7
                    s += w[k+7]*x[i,j+k]
                end
                t[i,j] = s
            end
        end
        for i = 0..n-1
            for j = 0..n-1
                s = 0.0
                for k = -7..7
                    s += w[k+7]*t[i+k,j]
                end
                y[i,j] = s
            end
        end
        times[r] = toc("")
    end
    print "times: ", times
    print "check: ", sum(y), " ", sum(y.*y), " ", y[0,0], " ", y[int(n/2),int(n/3)], " ", y[n-5,n-7]
end
