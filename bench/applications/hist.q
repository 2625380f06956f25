% Histogram equalisation of the luminance of a uint8 colour image.
import "common.q"

function y = luminance(x : cube[uint8])
    y = zeros(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = 0.299*x[m,n,0] + 0.587*x[m,n,1] + 0.114*x[m,n,2]
        end
    end
end

function h = histogram(x : mat)
    h = vec[int](256)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            h[int(clamp(x[m,n], 255))] += 1
        end
    end
end

function y = equalised(x : cube[uint8])
    grey = luminance(x)
    below = cumsum(histogram(grey))
    scale = 255/numel(grey)
    y = cube[uint8](size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            cr = (x[m,n,0] - grey[m,n])*0.713 + 128
            cb = (x[m,n,2] - grey[m,n])*0.564 + 128
            level = clamp(below[int(clamp(grey[m,n], 255))]*scale, 255)
            y[m,n,0] = int(clamp(level + (cr - 128)*1.4, 255))
            y[m,n,1] = int(clamp(level - 0.343*(cb - 128) - 0.711*(cr - 128), 255))
            y[m,n,2] = int(clamp(level + 1.765*(cb - 128), 255))
        end
    end
end

function [] = main(repetitions : int = 5, rows : int = 2560, columns : int = 1536)
    x = cube[uint8](rows, columns, 3)
    for m = 0..rows-1
        for n = 0..columns-1
            for c = 0..2
                x[m,n,c] = int(texture(m, n, c)/4)
            end
        end
    end
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = equalised(x)
        times[r] = toc("")
    end
    report_integers(times, y)
end
