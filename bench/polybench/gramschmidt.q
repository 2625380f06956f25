% A = Q*R by the modified Gram-Schmidt method.
import "check.q"

function [] = gramschmidt(a : mat, r : mat, q : mat)
    for k = 0..size(a,1)-1                 %: serial: each k changes the columns of a behind it
        s = 0.0
        for i = 0..size(a,0)-1             %: accumulator
            s += a[i,k]*a[i,k]
        end
        r[k,k] = sqrt(s)
        for i = 0..size(a,0)-1             %: parallel
            q[i,k] = a[i,k]/r[k,k]
        end
        for j = k+1..size(a,1)-1           %: parallel
            t = 0.0
            for i = 0..size(a,0)-1         %: accumulator within kernel
                t += q[i,k]*a[i,j]
            end
            r[k,j] = t
            for i = 0..size(a,0)-1         %: parallel within kernel
                a[i,j] -= q[i,k]*r[k,j]
            end
        end
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    m = n + 5
    a = zeros(m, n)
    r = zeros(n, n)
    q = zeros(m, n)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..m-1
            for j = 0..n-1
                a[i,j] = mod(i*i + 3*j, 7)/(8*n)
            end
        end
        for j = 0..n-1
            a[j,j] = 1.0
        end
        tic()
        gramschmidt(a, r, q)
        times[run] = toc("")
    end
    print "times: ", times
    check(q)
    check(r)
end
