% A picture in another size by cubic interpolation (Keys, a = -0.5): rows first, then columns.
import "common.q"

function w = cubic(t)
    t = abs(t)
    if t < 1
        w = (1.5*t - 2.5)*t*t + 1
    elseif t < 2
        w = ((-0.5*t + 2.5)*t - 4)*t + 2
    else
        w = 0
    end
end

function y = resize(x : mat'clamped, rows : int, columns : int)
    t : mat'clamped = zeros(size(x,0), columns)
    for m = 0..size(x,0)-1
        for n = 0..columns-1
            place = (n + 0.5)*size(x,1)/columns - 0.5
            first = int(floor(place)) - 1
            for k = 0..3
                t[m,n] += cubic(place - (first + k))*x[m,first+k]
            end
        end
    end
    y = zeros(rows, columns)
    for m = 0..rows-1
        place = (m + 0.5)*size(x,0)/rows - 0.5
        first = int(floor(place)) - 1
        for n = 0..columns-1
            for k = 0..3
                y[m,n] += cubic(place - (first + k))*t[first+k,n]
            end
        end
    end
end

function [] = main(n : int = 1024, rows : int = 1500, repetitions : int = 5)
    x = picture(n, n)
    y = zeros(rows, rows)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = resize(x, rows, rows)
        times[r] = toc("")
    end
    print "times: ", times
    check(y)
end
