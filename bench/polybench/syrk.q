% C = beta*C + alpha*A*A', lower triangle.
import "check.q"

function [] = syrk(alpha : scalar, beta : scalar, a : mat, c : mat)
    for i = 0..size(a,0)-1                 %: parallel
        for j = 0..i                       %: parallel
            c[i,j] *= beta
        end
        for k = 0..size(a,1)-1             %: serial within kernel: every k adds to the same c[i,j]
            for j = 0..i                   %: parallel
                c[i,j] += alpha*a[i,k]*a[j,k]
            end
        end
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    m = n + 5
    a = zeros(n, m)
    c = zeros(n, n)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            for k = 0..m-1
                a[i,k] = mod(i*k + 1, 17)/17
            end
            for j = 0..n-1
                c[i,j] = mod(i + 3*j, 11)/11
            end
        end
        tic()
        syrk(1.5, 1.2, a, c)
        times[run] = toc("")
    end
    print "times: ", times
    check(c)
end
