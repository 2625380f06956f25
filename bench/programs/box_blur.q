% The mean of a window around each pixel of a picture of bytes, by a table of sums.
import "common.q"

function y = box_blur(x : mat[uint8], radius : int)
    rows = size(x, 0)
    columns = size(x, 1)
    table = mat[int](rows+1, columns+1)
    for m = 1..rows
        for n = 1..columns
            table[m,n] = x[m-1,n-1] + table[m-1,n] + table[m,n-1] - table[m-1,n-1]
        end
    end
    y = zeros(rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            top = max(m - radius, 0)
            bottom = min(m + radius + 1, rows)
            left = max(n - radius, 0)
            right = min(n + radius + 1, columns)
            total = table[bottom,right] - table[top,right] - table[bottom,left] + table[top,left]
            y[m,n] = total/((bottom - top)*(right - left))
        end
    end
end

function [] = main(n : int = 2048, radius : int = 10, repetitions : int = 5)
    x = cast(picture(n, n), uint8)
    y = zeros(n, n)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = box_blur(x, radius)
        times[r] = toc("")
    end
    print "times: ", times
    check(y)
end
