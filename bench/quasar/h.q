% The Mandelbrot set, 256 iterations.
% Prints the time of every repetition in milliseconds, then sums and samples of the result.
function [] = main(n : int = 512, repetitions : int = 20)
    y = zeros(n, n)
    times = zeros(repetitions)
    step = 2.5/n
    for r = 0..repetitions-1
        tic()
        for i = 0..n-1
            for j = 0..n-1
                cr = -2 + step*j
                ci = -1.25 + step*i
                zr = 0.0
                zi = 0.0
                count = 0
                while count < 256 && zr*zr + zi*zi <= 4
                    t = 2*zr*zi
                    zr = zr*zr - zi*zi + cr
                    zi = t + ci
                    count += 1
                end
                y[i,j] = count
            end
        end
        times[r] = toc("")
    end
    print "times: ", times
    print "check: ", sum(y), " ", sum(y.*y), " ", y[0,0], " ", y[int(n/2),int(n/3)], " ", y[n-5,n-7]
end
