% Sum and sum of squares.
% Prints the time of every repetition in milliseconds, then sums and samples of the result.
function [] = main(n : int = 512, repetitions : int = 20)
    x = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            x[i,j] = mod(7919*i + 104729*j + 31*i*j, 1024)/1024
        end
    end
    y = zeros(n, n)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        s = 0.0
        q = 0.0
        for i = 0..n-1
            for j = 0..n-1
                s += x[i,j]
                q += x[i,j]*x[i,j]
            end
        end
        y[0,0] = s
        y[0,1] = q
        times[r] = toc("")
    end
    print "times: ", times
    print "check: ", sum(y), " ", sum(y.*y), " ", y[0,0], " ", y[int(n/2),int(n/3)], " ", y[n-5,n-7]
end
