% The Yule-Walker equations of a Toeplitz matrix by Durbin's recursion.
import "check.q"

function [] = durbin(r : vec, y : vec, z : vec)
    y[0] = -r[0]
    beta = 1.0
    alpha = -r[0]
    for k = 1..numel(r)-1                  %: serial: alpha, beta and y carry values from step to step
        beta = (1 - alpha*alpha)*beta
        s = 0.0
        for i = 0..k-1                     %: accumulator
            s += r[k-i-1]*y[i]
        end
        alpha = -(r[k] + s)/beta
        for i = 0..k-1                     %: parallel
            z[i] = y[i] + alpha*y[k-i-1]
        end
        for i = 0..k-1                     %: parallel
            y[i] = z[i]
        end
        y[k] = alpha
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    r = zeros(n)
    y = zeros(n)
    z = zeros(n)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            r[i] = (1 + mod(i, 5))/(10*n)
        end
        tic()
        durbin(r, y, z)
        times[run] = toc("")
    end
    print "times: ", times
    check(y)
end
