% A picture seen through given maps of rows and columns, bilinear in between.
import "common.q"

function y = remap(x : mat'clamped, rows : mat, columns : mat)
    y = zeros(size(rows))
    for m = 0..size(rows,0)-1
        for n = 0..size(rows,1)-1
            i = int(floor(rows[m,n]))
            j = int(floor(columns[m,n]))
            a = rows[m,n] - i
            b = columns[m,n] - j
            y[m,n] = (1-a)*(1-b)*x[i,j] + (1-a)*b*x[i,j+1] + a*(1-b)*x[i+1,j] + a*b*x[i+1,j+1]
        end
    end
end

function [] = main(n : int = 1024, repetitions : int = 5)
    x = picture(n, n)
    rows = zeros(n, n)
    columns = zeros(n, n)
    centre = n/2
    for i = 0..n-1
        for j = 0..n-1
            u = (i - centre)/centre
            v = (j - centre)/centre
            scale = 1 - 0.15*(u*u + v*v)
            rows[i,j] = centre + scale*(i - centre)
            columns[i,j] = centre + scale*(j - centre)
        end
    end
    y = zeros(n, n)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = remap(x, rows, columns)
        times[r] = toc("")
    end
    print "times: ", times
    check(y)
end
