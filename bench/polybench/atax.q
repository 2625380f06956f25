% y = A'*(A*x).
import "check.q"

function [] = atax(a : mat, x : vec, y : vec, t : vec)
    for j = 0..size(a,1)-1                 %: parallel
        y[j] = 0
    end
    for i = 0..size(a,0)-1                 %: serial: every i adds to the same y[j]
        s = 0.0
        for j = 0..size(a,1)-1             %: accumulator
            s += a[i,j]*x[j]
        end
        t[i] = s
        for j = 0..size(a,1)-1             %: parallel
            y[j] += a[i,j]*s
        end
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    m = n + 6
    a = zeros(n, m)
    x = zeros(m)
    y = zeros(m)
    t = zeros(n)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            for j = 0..m-1
                a[i,j] = mod(i + 3*j, 17)/(5*n)
            end
        end
        for j = 0..m-1
            x[j] = 1 + mod(j, 9)/9
        end
        tic()
        atax(a, x, y, t)
        times[run] = toc("")
    end
    print "times: ", times
    check(y)
end
