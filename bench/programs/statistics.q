% Mean, least, greatest and variance of an array, as array expressions.
import "common.q"

function y = statistics(x : vec)
    y = zeros(4)
    y[0] = sum(x)/numel(x)
    y[1] = min(x)
    y[2] = max(x)
    y[3] = var(x)
end

function [] = main(n : int = 8000000, repetitions : int = 5)
    x = 1 + noise(n)
    y = zeros(4)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = statistics(x)
        times[r] = toc("")
    end
    print "times: ", times
    check(y)
end
