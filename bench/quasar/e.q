% A bilateral filter of radius 3, away from the borders.
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
        for i = 3..n-4
            for j = 3..n-4
                centre = x[i,j]
                s = 0.0
                total = 0.0
                for di = -3..3
                    for dj = -3..3
                        v = x[i+di,j+dj]
                        weight = exp(-12.5*(v - centre)^2 - 0.0555556*(di*di + dj*dj))
                        s += weight*v
                        total += weight
                    end
                end
                y[i,j] = s/total
            end
        end
        times[r] = toc("")
    end
    print "times: ", times
    print "check: ", sum(y), " ", sum(y.*y), " ", y[0,0], " ", y[int(n/2),int(n/3)], " ", y[n-5,n-7]
end
