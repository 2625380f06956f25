%! features: F237
% A loop is warned of where its work is arithmetic on arrays, not where it prints, reads, takes time, searches or follows from one
% element to the next by a choice.
function [] = main(n : int = 1000)
    x = rand(n)
    y = zeros(n)
    words = strsplit("a b c", " ")
    for k = 0..n-1
        print x[k]
    end
    for k = 0..numel(words)-1
        path = words[k] + ".png"
        y[k] = exists(path)
    end
    for k = 0..9
        tic()
        y[k] = toc("")
    end
    for k = 0..numel(words)-1
        y[k] = numel(imread(words[k]))
    end
    best = 0.0
    place = 0
    for k = 0..n-1
        if x[k] > best
            best = x[k]
            place = k
        end
    end
    count = 0
    for k = 0..n-1
        if x[k] > 0.5
            y[count] = k
            count += 1
        end
    end
    for k = 1..n-1
        y[k] = max(y[k-1] + x[k], x[k])
    end
    for k = n-2..-1..0
        y[k] = y[k+1] < x[k] ? y[k+1] : x[k]
    end
    costs = rand(n, n)
    for i = 1..n-1
        for j = 1..n-1
            costs[i,j] += min(costs[i-1,j], costs[i,j-1])
        end
    end
    frames = {x, y}
    bytes = 0
    for k = 0..1
        bytes += numel(frames[k])
    end
    print best, place, count, bytes

    for k = 1..n-2 %~ W0501 dependency on iterator variable
        y[k] = (y[k-1] + y[k] + y[k+1])/3
    end
    for k = 1..n-2 %~ W0501 dependency on iterator variable
        y[k] = max(y[k-1], max(y[k], y[k+1]))
    end
    total = 0.0
    for k = 0..n-1 %~ W0501 because variable is not locally defined
        total += x[k]
        y[k] = total
    end
    z = zeros(100)
    for m = 0..n-1 %~ W0501 dependency on iterator variable
        z[n-1] += 0.5*x[m]
    end
    for k = 0..n-1
        print k
        for i = 1..n-2 %~ W0501 dependency on iterator variable
            y[i] = (y[i-1] + y[i+1])/2
        end
    end
    print y, z
end
