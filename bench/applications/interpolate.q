% Fills the holes of a colour image with transparency (rgba, colours of transparent pixels are unknown) by a pyramid of 10 levels.
%
% A level has one row and column more at each side than it needs: the image goes on beyond its borders as clamped, and what is further
% out is equal to those. So element [m,n] of a level is its place [m-1,n-1].
import "common.q"

% Colours times alpha.
function y = premultiplied(x : cube'clamped)
    y = zeros(size(x,0) + 2, size(x,1) + 2, 4)
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            alpha = x[m-1,n-1,3]
            for c = 0..2
                y[m,n,c] = alpha*x[m-1,n-1,c]
            end
            y[m,n,3] = alpha
        end
    end
end

function y = half_of_columns(x : cube'clamped)
    y = zeros(size(x,0), int(size(x,1)/2) + 2, 4)
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            for c = 0..3
                y[m,n,c] = (x[m,2*n-2,c] + 2*x[m,2*n-1,c] + x[m,2*n,c])/4
            end
        end
    end
end

function y = half_of_rows(x : cube'clamped)
    y = zeros(int(size(x,0)/2) + 2, size(x,1), 4)
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            for c = 0..3
                y[m,n,c] = (x[2*m-2,n,c] + 2*x[2*m-1,n,c] + x[2*m,n,c])/4
            end
        end
    end
end

% A level that is clamped to the places 0..rows and 0..columns.
function y = clamped_to(x : cube, rows : int, columns : int)
    y = zeros(size(x))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            for c = 0..3
                y[m,n,c] = x[1+clamp(m-1, rows),1+clamp(n-1, columns),c]
            end
        end
    end
end

% The first `rows` rows of a level that is twice as high as x.
function y = twice_the_rows(x : cube, rows : int)
    y = zeros(rows, size(x,1), 4)
    for m = 0..rows-1
        for n = 0..size(y,1)-1
            for c = 0..3
                y[m,n,c] = (x[int((m+1)/2),n,c] + x[int(m/2)+1,n,c])/2
            end
        end
    end
end

function y = twice_the_columns(x : cube, columns : int)
    y = zeros(size(x,0), columns, 4)
    for m = 0..size(y,0)-1
        for n = 0..columns-1
            for c = 0..3
                y[m,n,c] = (x[m,int((n+1)/2),c] + x[m,int(n/2)+1,c])/2
            end
        end
    end
end

% What a level lacks comes from the coarser one.
function y = filled(x : cube, coarse : cube)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..3
                y[m,n,c] = x[m,n,c] + (1 - x[m,n,3])*coarse[m,n,c]
            end
        end
    end
end

function y = interpolate(x : cube, levels : int)
    pyramid = vec[cube](levels)
    pyramid[0] = premultiplied(x)
    for k = 1..levels-1
        fine = pyramid[k-1]
        if k == 4
            fine = clamped_to(fine, int(size(x,0)/8), int(size(x,1)/8))
        end
        pyramid[k] = half_of_rows(half_of_columns(fine))
    end
    full = pyramid[levels-1]
    for k = levels-2..-1..0
        fine = pyramid[k]
        full = filled(fine, twice_the_rows(twice_the_columns(full, size(fine,1)), size(fine,0)))
    end
    y = zeros(size(x,0), size(x,1), 3)
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            for c = 0..2
                y[m,n,c] = full[m+1,n+1,c]/full[m+1,n+1,3]
            end
        end
    end
end

function [] = main(repetitions : int = 5, rows : int = 2560, columns : int = 1536)
    x = zeros(rows, columns, 4)
    for m = 0..rows-1
        for n = 0..columns-1
            for c = 0..2
                x[m,n,c] = texture(m, n, c)/1024
            end
            x[m,n,3] = mod(7919*m + 104729*n + 31*m*n, 16) == 0 ? 1.0 : 0.0
        end
    end
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = interpolate(x, 10)
        times[r] = toc("")
    end
    report(times, y)
end
