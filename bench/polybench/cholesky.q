% A = L*L' in the lower triangle of A.
import "check.q"

function [] = cholesky(a : mat)
    for i = 0..size(a,0)-1                 %: serial: row i needs the finished rows above it
        for j = 0..i-1                     %: serial: a[i,j] needs the finished a[i,k] on its left
            s = a[i,j]
            for k = 0..j-1                 %: accumulator
                s -= a[i,k]*a[j,k]
            end
            a[i,j] = s/a[j,j]
        end
        s = a[i,i]
        for k = 0..i-1                     %: accumulator
            s -= a[i,k]*a[i,k]
        end
        a[i,i] = sqrt(s)
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    a = zeros(n, n)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            for j = 0..n-1
                a[i,j] = mod(i + j, 7)/(8*n)
            end
            a[i,i] = 1.0
        end
        tic()
        cholesky(a)
        times[run] = toc("")
    end
    print "times: ", times
    check(a)
end
