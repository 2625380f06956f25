% A*x = b by A = L*U, forward and backward substitution.
import "check.q"

function [] = ludcmp(a : mat, b : vec, x : vec, y : vec)
    n = size(a,0)
    for i = 0..n-1                         %: serial: row i needs the finished rows above it
        for j = 0..i-1                     %: serial: a[i,j] needs the finished a[i,k] on its left
            s = a[i,j]
            for k = 0..j-1                 %: accumulator
                s -= a[i,k]*a[k,j]
            end
            a[i,j] = s/a[j,j]
        end
        for j = i..n-1                     %: parallel
            s = a[i,j]
            for k = 0..i-1                 %: accumulator within kernel
                s -= a[i,k]*a[k,j]
            end
            a[i,j] = s
        end
    end
    for i = 0..n-1                         %: serial: y[i] needs all y[j] before it
        s = b[i]
        for j = 0..i-1                     %: accumulator
            s -= a[i,j]*y[j]
        end
        y[i] = s
    end
    for i = n-1..-1..0                     %: serial: x[i] needs all x[j] behind it
        s = y[i]
        for j = i+1..n-1                   %: accumulator
            s -= a[i,j]*x[j]
        end
        x[i] = s/a[i,i]
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    a = zeros(n, n)
    b = zeros(n)
    x = zeros(n)
    y = zeros(n)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            for j = 0..n-1
                a[i,j] = mod(i + 3*j, 7)/(8*n)
            end
            a[i,i] = 1.0
            b[i] = 1 + mod(i, 5)/5
        end
        tic()
        ludcmp(a, b, x, y)
        times[run] = toc("")
    end
    print "times: ", times
    check(x)
end
