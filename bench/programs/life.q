% Conway's game of life on a torus of bytes.
import "common.q"

function y = generation(x : mat[uint8]'circular)
    y = mat[uint8](size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            count = 0
            for i = -1..1
                for j = -1..1
                    count += x[m+i,n+j]
                end
            end
            if count == 3 || (count == 4 && x[m,n] == 1)
                y[m,n] = 1
            end
        end
    end
end

function x = life(x : mat[uint8], generations : int)
    for t = 1..generations
        x = generation(x)
    end
end

function [] = main(n : int = 1024, generations : int = 20, repetitions : int = 5)
    random = noise(n*n)
    start = mat[uint8](n, n)
    for i = 0..n-1
        for j = 0..n-1
            start[i,j] = random[i*n + j] < 0.35 ? 1 : 0
        end
    end
    y = mat[uint8](n, n)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = life(start, generations)
        times[r] = toc("")
    end
    print "times: ", times
    check(y)
end
