% s = A'*r and q = A*p, as in the biconjugate gradient method.
import "check.q"

function [] = bicg(a : mat, p : vec, r : vec, q : vec, s : vec)
    for j = 0..size(a,1)-1                 %: parallel
        s[j] = 0
    end
    for i = 0..size(a,0)-1                 %: serial: every i adds to the same s[j]
        t = 0.0
        for j = 0..size(a,1)-1             %: accumulator
            s[j] += r[i]*a[i,j]
            t += a[i,j]*p[j]
        end
        q[i] = t
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    m = n + 6
    a = zeros(n, m)
    p = zeros(m)
    s = zeros(m)
    r = zeros(n)
    q = zeros(n)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            for j = 0..m-1
                a[i,j] = mod(i + 3*j, 17)/17
            end
            r[i] = mod(i, 7)/7
        end
        for j = 0..m-1
            p[j] = mod(j, 9)/9
        end
        tic()
        bicg(a, p, r, q, s)
        times[run] = toc("")
    end
    print "times: ", times
    check(q)
    check(s)
end
