% How many of the numbers lie in each of 256 equal parts of [0, 1).
import "common.q"

function counts = histogram(x : vec, bins : int)
    counts = vec[int](bins)
    for k = 0..numel(x)-1
        counts[int(bins*x[k])] += 1
    end
end

function [] = main(n : int = 8000000, bins : int = 256, repetitions : int = 5)
    x = noise(n)
    x = x.*x
    counts = vec[int](bins)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        counts = histogram(x, bins)
        times[r] = toc("")
    end
    print "times: ", times
    check(counts)
end
