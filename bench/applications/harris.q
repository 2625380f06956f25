% Harris corner response of a colour image, three pixels from the borders.
import "common.q"

function y = luminance(x : cube)
    y = zeros(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = 0.299*x[m,n,0] + 0.587*x[m,n,1] + 0.114*x[m,n,2]
        end
    end
end

function y = slope_along_rows(x : mat)
    y = zeros(size(x))
    for m = 1..size(x,0)-2
        for n = 1..size(x,1)-2
            y[m,n] = (x[m-1,n+1] - x[m-1,n-1] + 2*(x[m,n+1] - x[m,n-1]) + x[m+1,n+1] - x[m+1,n-1])/12
        end
    end
end

function y = slope_along_columns(x : mat)
    y = zeros(size(x))
    for m = 1..size(x,0)-2
        for n = 1..size(x,1)-2
            y[m,n] = (x[m+1,n-1] - x[m-1,n-1] + 2*(x[m+1,n] - x[m-1,n]) + x[m+1,n+1] - x[m-1,n+1])/12
        end
    end
end

function y = product(a : mat, b : mat)
    y = zeros(size(a))
    for m = 0..size(a,0)-1
        for n = 0..size(a,1)-1
            y[m,n] = a[m,n]*b[m,n]
        end
    end
end

function y = sum_of_3x3(x : mat)
    y = zeros(size(x))
    for m = 1..size(x,0)-2
        for n = 1..size(x,1)-2
            s = 0.0
            for i = -1..1
                for j = -1..1
                    s += x[m+i,n+j]
                end
            end
            y[m,n] = s
        end
    end
end

function y = harris(x : cube)
    grey = luminance(x)
    gx = slope_along_rows(grey)
    gy = slope_along_columns(grey)
    sxx = sum_of_3x3(product(gx, gx))
    syy = sum_of_3x3(product(gy, gy))
    sxy = sum_of_3x3(product(gx, gy))
    y = zeros(size(x,0) - 6, size(x,1) - 6)
    for m = 3..size(x,0)-4
        for n = 3..size(x,1)-4
            determinant = sxx[m,n]*syy[m,n] - sxy[m,n]^2
            trace = sxx[m,n] + syy[m,n]
            y[m-3,n-3] = determinant - 0.04*trace^2
        end
    end
end

function [] = main(repetitions : int = 5, rows : int = 2560, columns : int = 1536)
    x = colour_texture(rows, columns)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = harris(x)
        times[r] = toc("")
    end
    report(times, y)
end
