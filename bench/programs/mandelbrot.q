% The Mandelbrot set: the number of iterations of each point until it leaves the circle of radius 2.
import "common.q"

function y = mandelbrot(n : int, limit : int)
    y = mat[int](n, n)
    for i = 0..n-1
        for j = 0..n-1
            cr = -2.0 + 2.5*j/n
            ci = -1.25 + 2.5*i/n
            zr = 0.0
            zi = 0.0
            count = 0
            while count < limit && zr*zr + zi*zi <= 4
                t = zr*zr - zi*zi + cr
                zi = 2*zr*zi + ci
                zr = t
                count += 1
            end
            y[i,j] = count
        end
    end
end

function [] = main(n : int = 1024, limit : int = 256, repetitions : int = 5)
    times = zeros(repetitions)
    y = mat[int](n, n)
    for r = 0..repetitions-1
        tic()
        y = mandelbrot(n, limit)
        times[r] = toc("")
    end
    print "times: ", times
    check(y)
end
