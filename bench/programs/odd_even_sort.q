% Sorting by exchanges of neighbours, the odd and the even pairs in turns.
import "common.q"

function [] = odd_even_sort(x : vec)
    n = numel(x)
    for t = 0..n-1
        for k = mod(t, 2)..2..n-2
            if x[k] > x[k+1]
                swap = x[k]
                x[k] = x[k+1]
                x[k+1] = swap
            end
        end
    end
end

function [] = main(n : int = 8192, repetitions : int = 5)
    start = noise(n)
    x = copy(start)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        x = copy(start)
        tic()
        odd_even_sort(x)
        times[r] = toc("")
    end
    print "times: ", times
    check(x)
end
