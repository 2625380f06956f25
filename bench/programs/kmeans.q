% k-means: every point goes to the nearest centre, every centre to the mean of its points.
import "common.q"

function centres = kmeans(x : mat, clusters : int, rounds : int)
    n = size(x, 0)
    features = size(x, 1)
    centres = zeros(clusters, features)
    for c = 0..clusters-1
        for f = 0..features-1
            centres[c,f] = x[c,f]
        end
    end
    nearest = vec[int](n)
    for t = 1..rounds
        for i = 0..n-1
            best = 1e30
            for c = 0..clusters-1
                distance = 0.0
                for f = 0..features-1
                    distance += (x[i,f] - centres[c,f])^2
                end
                if distance < best
                    best = distance
                    nearest[i] = c
                end
            end
        end
        sums = zeros(clusters, features)
        counts = vec[int](clusters)
        for i = 0..n-1
            c = nearest[i]
            counts[c] += 1
            for f = 0..features-1
                sums[c,f] += x[i,f]
            end
        end
        for c = 0..clusters-1
            for f = 0..features-1
                if counts[c] > 0
                    centres[c,f] = sums[c,f]/counts[c]
                end
            end
        end
    end
end

function [] = main(n : int = 100000, features : int = 8, clusters : int = 16, rounds : int = 5, repetitions : int = 5)
    x = reshape(noise(n*features), [n, features])
    centres = zeros(clusters, features)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        centres = kmeans(x, clusters, rounds)
        times[r] = toc("")
    end
    print "times: ", times
    check(centres)
end
