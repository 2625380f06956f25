% C = beta*C + alpha*A*B, where A is symmetric and its lower triangle is given.
import "check.q"

function [] = symm(alpha : scalar, beta : scalar, a : mat, b : mat, c : mat)
    for i = 0..size(c,0)-1                 %: serial: iteration i adds to the rows of c above row i, which earlier iterations wrote
        for j = 0..size(c,1)-1             %: parallel
            s = 0.0
            for k = 0..i-1                 %: accumulator within kernel
                c[k,j] += alpha*b[i,j]*a[i,k]
                s += b[k,j]*a[i,k]
            end
            c[i,j] = beta*c[i,j] + alpha*b[i,j]*a[i,i] + alpha*s
        end
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    m = n + 5
    a = zeros(n, n)
    b = zeros(n, m)
    c = zeros(n, m)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            for k = 0..n-1
                a[i,k] = mod(i + k, 17)/17
            end
            for j = 0..m-1
                b[i,j] = mod(n + i - j + m, 13)/13
                c[i,j] = mod(i + 3*j, 11)/11
            end
        end
        tic()
        symm(1.5, 1.2, a, b, c)
        times[run] = toc("")
    end
    print "times: ", times
    check(c)
end
