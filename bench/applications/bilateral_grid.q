% Bilateral filter of a grey image by a grid of coarse places and values: histogram, blur along its three dimensions, and samples of it.
%
% The grid has a cell for 8x8 pixels. Before it is blurred it has two rows and columns of cells more at each side. The grid's last
% dimension is the sum of values and their number.
import "common.q"

function grid = histogram(x : mat'clamped, sigma : scalar)
    levels = int(1/sigma + 0.5) + 2
    grid = zeros(int((size(x,0)-1)/8) + 6, int((size(x,1)-1)/8) + 6, levels, 2)
    for m = 0..size(grid,0)-1
        for n = 0..size(grid,1)-1
            for i = 0..7
                for j = 0..7
                    value = saturate(x[8*(m-2)+i-4,8*(n-2)+j-4])
                    z = int(value*(1/sigma) + 0.5)
                    grid[m,n,z,0] += value
                    grid[m,n,z,1] += 1
                end
            end
        end
    end
end

function y = blur_values(x : cube{4}'safe)
    y = zeros(size(x))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            for z = 0..size(y,2)-1
                for c = 0..1
                    y[m,n,z,c] = x[m,n,z-2,c] + 4*x[m,n,z-1,c] + 6*x[m,n,z,c] + 4*x[m,n,z+1,c] + x[m,n,z+2,c]
                end
            end
        end
    end
end

function y = blur_rows(x : cube{4})
    y = zeros(size(x,0), size(x,1) - 4, size(x,2), 2)
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            for z = 0..size(y,2)-1
                for c = 0..1
                    y[m,n,z,c] = x[m,n,z,c] + 4*x[m,n+1,z,c] + 6*x[m,n+2,z,c] + 4*x[m,n+3,z,c] + x[m,n+4,z,c]
                end
            end
        end
    end
end

function y = blur_columns(x : cube{4})
    y = zeros(size(x,0) - 4, size(x,1), size(x,2), 2)
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            for z = 0..size(y,2)-1
                for c = 0..1
                    y[m,n,z,c] = x[m,n,z,c] + 4*x[m+1,n,z,c] + 6*x[m+2,n,z,c] + 4*x[m+3,n,z,c] + x[m+4,n,z,c]
                end
            end
        end
    end
end

% The grid between its cells.
function v = sample(grid : cube{4}, my : scalar, nx : scalar, value : scalar, c : int)
    m = int(my)
    n = int(nx)
    z = int(value)
    low = lerp(lerp(grid[m,n,z,c], grid[m,n+1,z,c], nx - n), lerp(grid[m+1,n,z,c], grid[m+1,n+1,z,c], nx - n), my - m)
    high = lerp(lerp(grid[m,n,z+1,c], grid[m,n+1,z+1,c], nx - n), lerp(grid[m+1,n,z+1,c], grid[m+1,n+1,z+1,c], nx - n), my - m)
    v = lerp(low, high, value - z)
end

function y = bilateral_grid(x : mat, sigma : scalar)
    grid = blur_columns(blur_rows(blur_values(histogram(x, sigma))))
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            value = saturate(x[m,n])*(1/sigma)
            y[m,n] = sample(grid, m/8, n/8, value, 0)/sample(grid, m/8, n/8, value, 1)
        end
    end
end

function [] = main(repetitions : int = 5, rows : int = 2560, columns : int = 1536)
    x = grey_texture(rows, columns)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = bilateral_grid(x, 0.1)
        times[r] = toc("")
    end
    report(times, y)
end
