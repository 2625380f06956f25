% D = beta*D + alpha*A*B*C.
import "check.q"

function [] = two_products(alpha : scalar, beta : scalar, a : mat, b : mat, c : mat, d : mat, t : mat)
    for i = 0..size(t,0)-1                 %: parallel
        for j = 0..size(t,1)-1             %: parallel
            s = 0.0
            for k = 0..size(a,1)-1         %: accumulator within kernel
                s += alpha*a[i,k]*b[k,j]
            end
            t[i,j] = s
        end
    end
    for i = 0..size(d,0)-1                 %: parallel
        for j = 0..size(d,1)-1             %: parallel
            s = beta*d[i,j]
            for k = 0..size(t,1)-1         %: accumulator within kernel
                s += t[i,k]*c[k,j]
            end
            d[i,j] = s
        end
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    m = n + 5
    p = n + 9
    q = n + 2
    a = zeros(n, p)
    b = zeros(p, m)
    c = zeros(m, q)
    d = zeros(n, q)
    t = zeros(n, m)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            for k = 0..p-1
                a[i,k] = mod(i*k + 1, 17)/17
            end
            for j = 0..q-1
                d[i,j] = mod(i + 3*j, 11)/11
            end
        end
        for k = 0..p-1
            for j = 0..m-1
                b[k,j] = mod(k*j + 2*k, 13)/13
            end
        end
        for k = 0..m-1
            for j = 0..q-1
                c[k,j] = mod(2*k + j*j, 19)/19
            end
        end
        tic()
        two_products(1.5, 1.2, a, b, c, d, t)
        times[run] = toc("")
    end
    print "times: ", times
    check(d)
end
