% Gauss and Seidel's nine-point average in place, 10 steps.
import "check.q"

function [] = seidel(a : mat)
    last = size(a,0)-2
    for t = 1..10                          %: serial: each step reads the step before
        for i = 1..last                    %: serial: row i reads the new row i-1
            for j = 1..last                %: serial: a[i,j] reads the new a[i,j-1]
                a[i,j] = (a[i-1,j-1] + a[i-1,j] + a[i-1,j+1] + a[i,j-1] + a[i,j] + a[i,j+1] + a[i+1,j-1] + a[i+1,j] + a[i+1,j+1])/9
            end
        end
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    a = zeros(n, n)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            for j = 0..n-1
                a[i,j] = mod(i*(j+2) + 2, 17)/17
            end
        end
        tic()
        seidel(a)
        times[run] = toc("")
    end
    print "times: ", times
    check(a)
end
