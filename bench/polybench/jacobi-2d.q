% Jacobi's five-point average in the plane, 20 double steps.
import "check.q"

function [] = jacobi(a : mat, b : mat)
    last = size(a,0)-2
    for t = 1..20                          %: serial: each step reads the step before
        for i = 1..last                    %: parallel
            for j = 1..last                %: parallel
                b[i,j] = 0.2*(a[i,j] + a[i,j-1] + a[i,j+1] + a[i+1,j] + a[i-1,j])
            end
        end
        for i = 1..last                    %: parallel
            for j = 1..last                %: parallel
                a[i,j] = 0.2*(b[i,j] + b[i,j-1] + b[i,j+1] + b[i+1,j] + b[i-1,j])
            end
        end
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    a = zeros(n, n)
    b = zeros(n, n)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            for j = 0..n-1
                a[i,j] = mod(i*(j+2) + 2, 17)/17
                b[i,j] = mod(i*(j+3) + 3, 19)/19
            end
        end
        tic()
        jacobi(a, b)
        times[run] = toc("")
    end
    print "times: ", times
    check(a)
end
