% x1 += A*y1 and x2 += A'*y2.
import "check.q"

function [] = mvt(a : mat, x1 : vec, x2 : vec, y1 : vec, y2 : vec)
    for i = 0..size(a,0)-1                 %: parallel
        s = x1[i]
        for j = 0..size(a,1)-1             %: accumulator within kernel
            s += a[i,j]*y1[j]
        end
        x1[i] = s
    end
    for i = 0..size(a,0)-1                 %: parallel
        s = x2[i]
        for j = 0..size(a,1)-1             %: accumulator within kernel
            s += a[j,i]*y2[j]
        end
        x2[i] = s
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    a = zeros(n, n)
    x1 = zeros(n)
    x2 = zeros(n)
    y1 = zeros(n)
    y2 = zeros(n)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            for j = 0..n-1
                a[i,j] = mod(i + 3*j, 17)/17
            end
            x1[i] = mod(i, 5)/5
            x2[i] = mod(i, 6)/6
            y1[i] = mod(i, 7)/7
            y2[i] = mod(i, 9)/9
        end
        tic()
        mvt(a, x1, x2, y1, y2)
        times[run] = toc("")
    end
    print "times: ", times
    check(x1)
    check(x2)
end
