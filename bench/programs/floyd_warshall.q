% The lengths of the shortest ways between all pairs of places.
import "common.q"

function [] = floyd_warshall(d : mat)
    n = size(d, 0)
    for k = 0..n-1
        for i = 0..n-1
            for j = 0..n-1
                if d[i,k] + d[k,j] < d[i,j]
                    d[i,j] = d[i,k] + d[k,j]
                end
            end
        end
    end
end

function [] = main(n : int = 640, repetitions : int = 5)
    start = reshape(1 + 1000*noise(n*n), [n, n])
    for i = 0..n-1
        start[i,i] = 0
    end
    d = copy(start)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        d = copy(start)
        tic()
        floyd_warshall(d)
        times[r] = toc("")
    end
    print "times: ", times
    check(d)
end
