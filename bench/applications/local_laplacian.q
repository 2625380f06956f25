% Local Laplacian filter of a uint16 colour image: 8 curves for its brightness, pyramids of 8 levels.
%
% Grey images are cubes of one channel, the processed ones have one for each curve. A level of a pyramid has two rows and columns more
% before its first and one after its last: the image goes on beyond its borders as clamped, and what is further out is equal to those. So
% element [m,n] of a level is its place [m-2,n-2].
import "common.q"

function y = luminance(x : cube[uint16]'clamped)
    y = zeros(size(x,0) + 3, size(x,1) + 3, 1)
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            y[m,n,0] = (0.299*x[m-2,n-2,0] + 0.587*x[m-2,n-2,1] + 0.114*x[m-2,n-2,2])/65535
        end
    end
end

% What the curves add, for 256 steps of each level.
function y = detail_curve(levels : int, alpha : scalar)
    last = 256*(levels-1)
    y = zeros(2*last + 1)
    for k = -last..last
        y[k+last] = alpha*(k/256)*exp(-(k/256)^2/2)
    end
end

function y = processed(grey : cube, levels : int, alpha : scalar, beta : scalar)
    curve = detail_curve(levels, alpha)
    last = 256*(levels-1)
    y = zeros(size(grey,0), size(grey,1), levels)
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            index = int(clamp(grey[m,n,0]*last, last))
            for k = 0..levels-1
                level = k/(levels-1)
                y[m,n,k] = beta*(grey[m,n,0] - level) + level + curve[index-256*k+last]
            end
        end
    end
end

function y = half_of_rows(x : cube'clamped)
    y = zeros(int((size(x,0)-1)/2) + 3, size(x,1), size(x,2))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            for k = 0..size(y,2)-1
                y[m,n,k] = (x[2*m-3,n,k] + 3*(x[2*m-2,n,k] + x[2*m-1,n,k]) + x[2*m,n,k])/8
            end
        end
    end
end

function y = half_of_columns(x : cube'clamped)
    y = zeros(size(x,0), int((size(x,1)-1)/2) + 3, size(x,2))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            for k = 0..size(y,2)-1
                y[m,n,k] = (x[m,2*n-3,k] + 3*(x[m,2*n-2,k] + x[m,2*n-1,k]) + x[m,2*n,k])/8
            end
        end
    end
end

% x at the size of a finer level, by linear interpolation.
function y = twice_the_columns(x : cube, columns : int)
    y = zeros(size(x,0), columns, size(x,2))
    for m = 0..size(y,0)-1
        for n = 0..columns-1
            for k = 0..size(y,2)-1
                y[m,n,k] = lerp(x[m,int((n+3)/2),k], x[m,int((n+1)/2),k], (2*mod(n,2)+1)/4)
            end
        end
    end
end

function y = twice_the_rows(x : cube, rows : int)
    y = zeros(rows, size(x,1), size(x,2))
    for m = 0..rows-1
        for n = 0..size(y,1)-1
            for k = 0..size(y,2)-1
                y[m,n,k] = lerp(x[int((m+3)/2),n,k], x[int((m+1)/2),n,k], (2*mod(m,2)+1)/4)
            end
        end
    end
end

function y = enlarged(x : cube, rows : int, columns : int)
    y = twice_the_rows(twice_the_columns(x, columns), rows)
end

function pyramid = gaussian_pyramid(x : cube, height : int)
    pyramid = vec[cube](height)
    pyramid[0] = x
    for j = 1..height-1
        pyramid[j] = half_of_columns(half_of_rows(pyramid[j-1]))
    end
end

function y = difference(a : cube, b : cube)
    y = zeros(size(a))
    for m = 0..size(a,0)-1
        for n = 0..size(a,1)-1
            for k = 0..size(a,2)-1
                y[m,n,k] = a[m,n,k] - b[m,n,k]
            end
        end
    end
end

function pyramid = laplacian_pyramid(gaussian : vec[cube])
    height = numel(gaussian)
    pyramid = vec[cube](height)
    pyramid[height-1] = gaussian[height-1]
    for j = 0..height-2
        x = gaussian[j]
        pyramid[j] = difference(x, enlarged(gaussian[j+1], size(x,0), size(x,1)))
    end
end

% Details of the two curves whose levels are next to the brightness.
function y = selected(grey : cube, details : cube)
    levels = size(details,2)
    y = zeros(size(grey))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            level = grey[m,n,0]*(levels-1)
            k = int(clamp(level, levels-2))
            y[m,n,0] = lerp(details[m,n,k], details[m,n,k+1], level - k)
        end
    end
end

function y = added(a : cube, b : cube)
    y = zeros(size(a))
    for m = 0..size(a,0)-1
        for n = 0..size(a,1)-1
            for k = 0..size(a,2)-1
                y[m,n,k] = a[m,n,k] + b[m,n,k]
            end
        end
    end
end

function y = recoloured(x : cube[uint16], before : cube, after : cube)
    y = cube[uint16](size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..2
                y[m,n,c] = int(clamp(x[m,n,c]*(after[m+2,n+2,0] + 0.01)/(before[m+2,n+2,0] + 0.01), 65535))
            end
        end
    end
end

function y = local_laplacian(x : cube[uint16], levels : int, alpha : scalar, beta : scalar)
    height = 8
    grey = luminance(x)
    details = laplacian_pyramid(gaussian_pyramid(processed(grey, levels, alpha, beta), height))
    brightness = gaussian_pyramid(grey, height)
    z = selected(brightness[height-1], details[height-1])
    for j = height-2..-1..0
        fine = brightness[j]
        z = added(enlarged(z, size(fine,0), size(fine,1)), selected(fine, details[j]))
    end
    y = recoloured(x, grey, z)
end

function [] = main(repetitions : int = 5, rows : int = 2560, columns : int = 1536)
    x = cube[uint16](rows, columns, 3)
    for m = 0..rows-1
        for n = 0..columns-1
            for c = 0..2
                x[m,n,c] = 64*texture(m, n, c)
            end
        end
    end
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = local_laplacian(x, 8, 1/7, 1.0)
        times[r] = toc("")
    end
    report_integers(times, y)
end
