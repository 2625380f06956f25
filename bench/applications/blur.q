% Mean of 3x3 pixels of a uint16 image in two passes, each rounded down, without a border.
import "common.q"

function y = blur_rows(x : mat[uint16])
    y = mat[uint16](size(x,0), size(x,1) - 2)
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            y[m,n] = int((x[m,n] + x[m,n+1] + x[m,n+2])/3)
        end
    end
end

function y = blur_columns(x : mat[uint16])
    y = mat[uint16](size(x,0) - 2, size(x,1))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            y[m,n] = int((x[m,n] + x[m+1,n] + x[m+2,n])/3)
        end
    end
end

function y = blur(x : mat[uint16])
    y = blur_columns(blur_rows(x))
end

function [] = main(repetitions : int = 5, rows : int = 4802, columns : int = 6402)
    x = mat[uint16](rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            x[m,n] = texture(m, n, 0)
        end
    end
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = blur(x)
        times[r] = toc("")
    end
    report_integers(times, y)
end
