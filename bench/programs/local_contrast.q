% Each pixel relative to mean and deviation around it, by integral images.
import "common.q"

function y = local_contrast(x : mat, radius : int)
    rows = size(x, 0)
    columns = size(x, 1)
    sums : mat'safe = cumsum(cumsum(x, 0), 1)
    squares : mat'safe = cumsum(cumsum(x.*x, 0), 1)
    y = zeros(rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            top = max(m - radius, 0)
            bottom = min(m + radius, rows-1)
            left = max(n - radius, 0)
            right = min(n + radius, columns-1)
            area = (bottom - top + 1)*(right - left + 1)
            s = sums[bottom,right] - sums[top-1,right] - sums[bottom,left-1] + sums[top-1,left-1]
            q = squares[bottom,right] - squares[top-1,right] - squares[bottom,left-1] + squares[top-1,left-1]
            average = s/area
            variance = max(q/area - average*average, 0.0)
            y[m,n] = (x[m,n] - average)/sqrt(variance + 0.01)
        end
    end
end

function [] = main(n : int = 1024, radius : int = 15, repetitions : int = 5)
    x = picture(n, n)/255
    y = zeros(n, n)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = local_contrast(x, radius)
        times[r] = toc("")
    end
    print "times: ", times
    check(y)
end
