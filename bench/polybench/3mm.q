% G = (A*B)*(C*D).
import "check.q"

function [] = product(a : mat, b : mat, c : mat)
    for i = 0..size(c,0)-1                 %: parallel
        for j = 0..size(c,1)-1             %: parallel
            s = 0.0
            for k = 0..size(a,1)-1         %: accumulator within kernel
                s += a[i,k]*b[k,j]
            end
            c[i,j] = s
        end
    end
end

function [] = three_products(a : mat, b : mat, c : mat, d : mat, e : mat, f : mat, g : mat)
    product(a, b, e)
    product(c, d, f)
    product(e, f, g)
end

function [] = main(n : int = 18, repetitions : int = 1)
    m = n + 5
    p = n + 9
    q = n + 2
    l = n + 3
    a = zeros(n, p)
    b = zeros(p, m)
    c = zeros(m, l)
    d = zeros(l, q)
    e = zeros(n, m)
    f = zeros(m, q)
    g = zeros(n, q)
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
        for k = 0..m-1
            for j = 0..l-1
                c[k,j] = mod(2*k + j*j, 19)/19
            end
        end
        for k = 0..l-1
            for j = 0..q-1
                d[k,j] = mod(k + 3*j, 11)/11
            end
        end
        tic()
        three_products(a, b, c, d, e, f, g)
        times[run] = toc("")
    end
    print "times: ", times
    check(g)
end
