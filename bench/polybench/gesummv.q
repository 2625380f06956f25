% y = alpha*A*x + beta*B*x.
import "check.q"

function [] = gesummv(alpha : scalar, beta : scalar, a : mat, b : mat, x : vec, y : vec)
    for i = 0..size(a,0)-1                 %: parallel
        s = 0.0
        t = 0.0
        for j = 0..size(a,1)-1             %: accumulator within kernel
            s += a[i,j]*x[j]
            t += b[i,j]*x[j]
        end
        y[i] = alpha*s + beta*t
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    a = zeros(n, n)
    b = zeros(n, n)
    x = zeros(n)
    y = zeros(n)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            for j = 0..n-1
                a[i,j] = mod(i + 3*j, 17)/17
                b[i,j] = mod(2*i + j, 13)/13
            end
            x[i] = mod(i, 7)/7
        end
        tic()
        gesummv(1.5, 1.2, a, b, x, y)
        times[run] = toc("")
    end
    print "times: ", times
    check(y)
end
