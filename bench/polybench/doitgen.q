% Each row of a cube times a matrix, as in multiresolution analysis.
import "check.q"

function [] = doitgen(a : cube, c4 : mat, t : vec)
    for r = 0..size(a,0)-1                 %: serial: all iterations use the same t
        for q = 0..size(a,1)-1             %: serial: all iterations use the same t
            for p = 0..size(a,2)-1         %: parallel
                s = 0.0
                for k = 0..size(a,2)-1     %: accumulator within kernel
                    s += a[r,q,k]*c4[k,p]
                end
                t[p] = s
            end
            for p = 0..size(a,2)-1         %: parallel
                a[r,q,p] = t[p]
            end
        end
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    m = n + 2
    l = n + 5
    a = zeros(n, m, l)
    c4 = zeros(l, l)
    t = zeros(l)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            for j = 0..m-1
                for k = 0..l-1
                    a[i,j,k] = mod(i*j + k, 17)/17
                end
            end
        end
        for i = 0..l-1
            for j = 0..l-1
                c4[i,j] = mod(i*j, 13)/13
            end
        end
        tic()
        doitgen(a, c4, t)
        times[run] = toc("")
    end
    print "times: ", times
    check(a)
end
