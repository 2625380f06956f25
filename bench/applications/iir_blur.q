% A recursive low-pass filter of the first order, forth and back along the columns, then along the rows of a colour image.
import "common.q"

function y = blur_columns(x : cube, alpha : scalar)
    y = zeros(size(x))
    for n = 0..size(x,1)-1
        for c = 0..size(x,2)-1
            y[0,n,c] = x[0,n,c]
        end
    end
    for m = 1..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..size(x,2)-1
                y[m,n,c] = (1 - alpha)*y[m-1,n,c] + alpha*x[m,n,c]
            end
        end
    end
    for m = size(x,0)-2..-1..0
        for n = 0..size(x,1)-1
            for c = 0..size(x,2)-1
                y[m,n,c] = (1 - alpha)*y[m+1,n,c] + alpha*y[m,n,c]
            end
        end
    end
end

function y = blur_rows(x : cube, alpha : scalar)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for c = 0..size(x,2)-1
            y[m,0,c] = x[m,0,c]
        end
        for n = 1..size(x,1)-1
            for c = 0..size(x,2)-1
                y[m,n,c] = (1 - alpha)*y[m,n-1,c] + alpha*x[m,n,c]
            end
        end
        for n = size(x,1)-2..-1..0
            for c = 0..size(x,2)-1
                y[m,n,c] = (1 - alpha)*y[m,n+1,c] + alpha*y[m,n,c]
            end
        end
    end
end

function y = iir_blur(x : cube, alpha : scalar)
    y = blur_rows(blur_columns(x, alpha), alpha)
end

function [] = main(repetitions : int = 5, rows : int = 2560, columns : int = 1536)
    x = colour_texture(rows, columns)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = iir_blur(x, 0.5)
        times[r] = toc("")
    end
    report(times, y)
end
