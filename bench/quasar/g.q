% A histogram of 256 levels.
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
        histogram = vec[int](256)
        for i = 0..n-1
            for j = 0..n-1
                histogram[int(255*x[i,j])] += 1
            end
        end
        for k = 0..255
            y[0,k] = histogram[k]
        end
        times[r] = toc("")
    end
    print "times: ", times
    print "check: ", sum(y), " ", sum(y.*y), " ", y[0,0], " ", y[int(n/2),int(n/3)], " ", y[n-5,n-7]
end
