% A = L*U in place, without pivoting.
import "check.q"

function [] = lu(a : mat)
    for i = 0..size(a,0)-1                 %: serial: row i needs the finished rows above it
        for j = 0..i-1                     %: serial: a[i,j] needs the finished a[i,k] on its left
            s = a[i,j]
            for k = 0..j-1                 %: accumulator
                s -= a[i,k]*a[k,j]
            end
            a[i,j] = s/a[j,j]
        end
        for j = i..size(a,1)-1             %: parallel
            s = a[i,j]
            for k = 0..i-1                 %: accumulator within kernel
                s -= a[i,k]*a[k,j]
            end
            a[i,j] = s
        end
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    a = zeros(n, n)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            for j = 0..n-1
                a[i,j] = mod(i + 3*j, 7)/(8*n)
            end
            a[i,i] = 1.0
        end
        tic()
        lu(a)
        times[run] = toc("")
    end
    print "times: ", times
    check(a)
end
