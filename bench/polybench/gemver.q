% A += u1*v1' + u2*v2', x += beta*A'*y + z, w += alpha*A*x.
import "check.q"

function [] = gemver(alpha : scalar, beta : scalar, a : mat, u1 : vec, v1 : vec, u2 : vec, v2 : vec, w : vec, x : vec, y : vec, z : vec)
    for i = 0..size(a,0)-1                 %: parallel
        for j = 0..size(a,1)-1             %: parallel
            a[i,j] += u1[i]*v1[j] + u2[i]*v2[j]
        end
    end
    for i = 0..size(a,0)-1                 %: parallel
        s = x[i]
        for j = 0..size(a,1)-1             %: accumulator within kernel
            s += beta*a[j,i]*y[j]
        end
        x[i] = s
    end
    for i = 0..size(a,0)-1                 %: parallel
        x[i] += z[i]
    end
    for i = 0..size(a,0)-1                 %: parallel
        s = w[i]
        for j = 0..size(a,1)-1             %: accumulator within kernel
            s += alpha*a[i,j]*x[j]
        end
        w[i] = s
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    a = zeros(n, n)
    u1 = zeros(n)
    v1 = zeros(n)
    u2 = zeros(n)
    v2 = zeros(n)
    w = zeros(n)
    x = zeros(n)
    y = zeros(n)
    z = zeros(n)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            for j = 0..n-1
                a[i,j] = mod(i + 3*j, 17)/17
            end
            u1[i] = mod(i, 5)/5
            u2[i] = mod(i, 6)/6
            v1[i] = mod(i, 7)/7
            v2[i] = mod(i, 9)/9
            y[i] = mod(i, 11)/(11*n)
            z[i] = mod(i, 13)/13
            x[i] = 0
            w[i] = 0
        end
        tic()
        gemver(1.5, 1.2, a, u1, v1, u2, v2, w, x, y, z)
        times[run] = toc("")
    end
    print "times: ", times
    check(w)
end
