% A bank of filters: a signal through several filters, of whose results every fourth sample is kept.
import "common.q"

function y = filter_bank(x : vec, filters : mat, step : int)
    taps = size(filters,1)
    count = int(floor((numel(x) - taps)/step)) + 1
    y = zeros(size(filters,0), count)
    for b = 0..size(filters,0)-1
        for k = 0..count-1
            for t = 0..taps-1
                y[b,k] += filters[b,t]*x[step*k + t]
            end
        end
    end
end

function [] = main(n : int = 1000000, bands : int = 8, taps : int = 32, repetitions : int = 5)
    x = noise(n)
    filters = zeros(bands, taps)
    for b = 0..bands-1
        for t = 0..taps-1
            filters[b,t] = cos((2*t + 1)*(2*b + 1)*pi/(4*bands))*(1 - abs(2*t - taps + 1)/taps)
        end
    end
    y = zeros(bands, 1)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = filter_bank(x, filters, 4)
        times[r] = toc("")
    end
    print "times: ", times
    check(y)
end
