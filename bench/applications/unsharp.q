% Sharpens a colour image by an unsharp mask: a Gaussian of 7 taps of its luminance, clamped at the borders.
import "common.q"

function w = gaussian_weights(sigma : scalar)
    w = exp(-(0..3).^2/(2*sigma^2))/(sqrt(2*pi)*sigma)
end

function y = luminance(x : cube)
    y = zeros(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = 0.299*x[m,n,0] + 0.587*x[m,n,1] + 0.114*x[m,n,2]
        end
    end
end

function y = blur_columns(x : mat'clamped, w : vec)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = w[0]*x[m,n]
            for k = 1..3
                s += w[k]*(x[m-k,n] + x[m+k,n])
            end
            y[m,n] = s
        end
    end
end

function y = blur_rows(x : mat'clamped, w : vec)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = w[0]*x[m,n]
            for k = 1..3
                s += w[k]*(x[m,n-k] + x[m,n+k])
            end
            y[m,n] = s
        end
    end
end

function y = unsharp(x : cube, sigma : scalar)
    w = gaussian_weights(sigma)
    grey = luminance(x)
    smooth = blur_rows(blur_columns(grey, w), w)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            ratio = (2*grey[m,n] - smooth[m,n])/grey[m,n]
            for c = 0..2
                y[m,n,c] = ratio*x[m,n,c]
            end
        end
    end
end

function [] = main(repetitions : int = 5, rows : int = 2560, columns : int = 1536)
    x = colour_texture(rows, columns)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = unsharp(x, 1.5)
        times[r] = toc("")
    end
    report(times, y)
end
