% Largest value in a disc around each pixel of a colour image, clamped at the borders.
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

function y = max_filter(x : cube'clamped, radius : int)
    t = half_heights(radius)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..size(x,2)-1
                largest = x[m,n,c]
                for dx = -radius..radius
                    for dy = -t[dx+radius]..t[dx+radius]
                        largest = max(largest, x[m+dy,n+dx,c])
                    end
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
