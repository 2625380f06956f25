% The running sum of a long vector.
import "common.q"

function [] = main(n : int = 8000000, repetitions : int = 5)
    x = noise(n) - 0.5
    y = zeros(n)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = cumsum(x)
        times[r] = toc("")
    end
    print "times: ", times
    check(y)
end
