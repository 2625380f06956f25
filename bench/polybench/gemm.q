% C = beta*C + alpha*A*B.
import "check.q"

function [] = gemm(alpha : scalar, beta : scalar, a : mat, b : mat, c : mat)
    for i = 0..size(c,0)-1                 %: parallel
        for j = 0..size(c,1)-1             %: parallel
            c[i,j] *= beta
        end
        for k = 0..size(a,1)-1             %: serial within kernel: every k adds to the same c[i,j]
            for j = 0..size(c,1)-1         %: parallel
                c[i,j] += alpha*a[i,k]*b[k,j]
            end
        end
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    m = n + 5
    p = n + 9
    a = zeros(n, p)
    b = zeros(p, m)
    c = zeros(n, m)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            for k = 0..p-1
                a[i,k] = mod(i*k + 1, 17)/17
            end
        end
        for k = 0..p-1
            for j = 0..m-1
                b[k,j] = mod(k*j + 2*k, 13)/13
            end
        end
        for i = 0..n-1
            for j = 0..m-1
                c[i,j] = mod(i + 3*j, 11)/11
            end
        end
        tic()
        gemm(1.5, 1.2, a, b, c)
        times[run] = toc("")
    end
    print "times: ", times
    check(c)
end
