% L*x = b by forward substitution.
import "check.q"

function [] = trisolv(l : mat, x : vec, b : vec)
    for i = 0..size(l,0)-1                 %: serial: x[i] needs all x[j] before it
        s = b[i]
        for j = 0..i-1                     %: accumulator
            s -= l[i,j]*x[j]
        end
        x[i] = s/l[i,i]
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    l = zeros(n, n)
    x = zeros(n)
    b = zeros(n)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            for j = 0..n-1
                l[i,j] = (1 + mod(i + j, 7))/(10*n)
            end
            l[i,i] = 1.0
            b[i] = 1 + mod(i, 5)/5
        end
        tic()
        trisolv(l, x, b)
        times[run] = toc("")
    end
    print "times: ", times
    check(x)
end
