% For every query the nearest of many points: its number and how far it is.
import "common.q"

function [which, distance] = nearest(queries : mat, points : mat)
    which = vec[int](size(queries,0))
    distance = zeros(size(queries,0))
    for q = 0..size(queries,0)-1
        best = 1e30
        for p = 0..size(points,0)-1
            d = 0.0
            for f = 0..size(points,1)-1
                d += (queries[q,f] - points[p,f])^2
            end
            if d < best
                best = d
                which[q] = p
            end
        end
        distance[q] = sqrt(best)
    end
end

function [] = main(queries : int = 2000, points : int = 10000, features : int = 16, repetitions : int = 5)
    x = reshape(noise((queries + points)*features), [queries + points, features])
    a = zeros(queries, features)
    b = zeros(points, features)
    for f = 0..features-1
        for i = 0..queries-1
            a[i,f] = x[i,f]
        end
        for i = 0..points-1
            b[i,f] = x[queries + i,f]
        end
    end
    distance = zeros(queries)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        [which, distance] = nearest(a, b)
        times[r] = toc("")
    end
    print "times: ", times
    check(distance)
end
