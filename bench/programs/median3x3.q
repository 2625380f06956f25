% The median of each pixel's 3×3 neighbourhood.
import "common.q"

function y = median3x3(x : mat'clamped)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            v = zeros(9)
            for i = -1..1
                for j = -1..1
                    v[3*(i+1) + j+1] = x[m+i,n+j]
                end
            end
            for a = 0..7
                for b = a+1..8
                    if v[b] < v[a]
                        swap = v[a]
                        v[a] = v[b]
                        v[b] = swap
                    end
                end
            end
            y[m,n] = v[4]
        end
    end
end

function [] = main(n : int = 1024, repetitions : int = 5)
    x = picture(n, n)
    y = zeros(n, n)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = median3x3(x)
        times[r] = toc("")
    end
    print "times: ", times
    check(y)
end
