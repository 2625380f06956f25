% A = L*U in place, by elimination without exchanges of rows.
import "common.q"

function [] = lu(a : mat)
    n = size(a, 0)
    for k = 0..n-1
        for i = k+1..n-1
            a[i,k] /= a[k,k]
            for j = k+1..n-1
                a[i,j] -= a[i,k]*a[k,j]
            end
        end
    end
end

function [] = main(n : int = 768, repetitions : int = 5)
    start = reshape(noise(n*n), [n, n])
    for i = 0..n-1
        start[i,i] += n
    end
    a = copy(start)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        a = copy(start)
        tic()
        lu(a)
        times[r] = toc("")
    end
    for i = 0..n-1
        a[i,i] -= n
    end
    print "times: ", times
    check(a)
end
