% Jacobi's three-point average along a line, 100 double steps.
import "check.q"

function [] = jacobi(a : vec, b : vec)
    last = numel(a)-2
    for t = 1..100                         %: serial: each step reads the step before
        for i = 1..last                    %: parallel
            b[i] = 0.33333*(a[i-1] + a[i] + a[i+1])
        end
        for i = 1..last                    %: parallel
            a[i] = 0.33333*(b[i-1] + b[i] + b[i+1])
        end
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    a = zeros(n)
    b = zeros(n)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            a[i] = 1 + mod(i*3, 7)/7
            b[i] = 1 + mod(i*3, 11)/11
        end
        tic()
        jacobi(a, b)
        times[run] = toc("")
    end
    print "times: ", times
    check(a)
end
