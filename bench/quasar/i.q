% Non-local means: search window 5×5, patches 5×5, away from the borders.
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
        for i = 4..n-5
            for j = 4..n-5
                s = 0.0
                total = 0.0
                for di = -2..2
                    for dj = -2..2
                        d = 0.0
                        for k = -2..2
                            for l = -2..2
                                d += (x[i+k,j+l] - x[i+di+k,j+dj+l])^2
                            end
                        end
                        weight = exp(-2*d)
                        s += weight*x[i+di,j+dj]
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
