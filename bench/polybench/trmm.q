% B = alpha*A'*B, where A is lower triangular with ones on its diagonal.
import "check.q"

function [] = trmm(alpha : scalar, a : mat, b : mat)
    for i = 0..size(b,0)-1                 %: serial: row i reads the rows below it, which later iterations write
        for j = 0..size(b,1)-1             %: parallel
            s = b[i,j]
            for k = i+1..size(b,0)-1       %: accumulator within kernel
                s += a[k,i]*b[k,j]
            end
            b[i,j] = alpha*s
        end
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    m = n + 5
    a = zeros(n, n)
    b = zeros(n, m)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            for k = 0..n-1
                a[i,k] = mod(i + k, 17)/17
            end
            for j = 0..m-1
                b[i,j] = mod(n + i - j + m, 13)/13
            end
        end
        tic()
        trmm(1.5, a, b)
        times[run] = toc("")
    end
    print "times: ", times
    check(b)
end
