% The same as max_filter.q by the algorithm of Halide's application: maxima of 1, 2, 4, … rows below a pixel, two of which make up each
% column of the disc. They begin `border` rows above the image.
import "common.q"

% Function: half_heights
% How far the disc reaches up and down in each of its columns.
function t = half_heights(radius : int)
    t = vec[int](2*radius + 1)
    for dx = -radius..radius
        for dy = 0..radius
            if dx^2 + dy^2 < (radius + 0.25)^2
                t[dx+radius] += 1
            end
        end
    end
end

% Function: slices_for
% The power of two whose windows make up a column of each height.
function s = slices_for(t : vec[int])
    s = vec[int](numel(t))
    for k = 0..numel(t)-1
        s[k] = int(log2(2*t[k] + 1))
    end
end

function y : cube{4}'clamped = maxima_of_rows(x : cube'clamped, slices : int, border : int)
    y = zeros(slices, size(x,0) + border, size(x,1), size(x,2))
    for m = 0..size(y,1)-1
        for n = 0..size(y,2)-1
            for c = 0..size(y,3)-1
                y[0,m,n,c] = x[m-border,n,c]
            end
        end
    end
    for s = 1..slices-1
        for m = 0..size(y,1)-1
            for n = 0..size(y,2)-1
                for c = 0..size(y,3)-1
                    y[s,m,n,c] = max(y[s-1,m,n,c], y[s-1,m+2^(s-1),n,c])
                end
            end
        end
    end
end

function y = max_filter(x : cube, radius : int)
    t = half_heights(radius)
    slice = slices_for(t)
    border = radius + 1
    z : cube{4}'clamped = maxima_of_rows(x, max(slice) + 1, border)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..size(x,2)-1
                largest = x[m,n,c]
                for dx = -radius..radius
                    height = t[dx+radius]
                    s = slice[dx+radius]
                    first = z[s,m-height+border,n+dx,c]
                    second = z[s,m+height+1-2^s+border,n+dx,c]
                    largest = max(largest, max(first, second))
                end
                y[m,n,c] = largest
            end
        end
    end
end

function [] = main(repetitions : int = 5, rows : int = 2560, columns : int = 1536, radius : int = 26)
    x = colour_texture(rows, columns)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = max_filter(x, radius)
        times[r] = toc("")
    end
    report(times, y)
end
