% The median of 3 x 3 neighbours, mirrored at the borders, by sorting a small vector as one writes it at first.
% Prints sums and samples of the result.
function [] = main(n : int = 6144, repetitions : int = 20)
    x : mat'mirror = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            x[i,j] = mod(7919*i + 104729*j + 31*i*j, 1024)/1024
        end
    end
    y = zeros(n, n)
    for r = 1..repetitions
        for i = 0..n-1
            for j = 0..n-1
                v = [x[i-1,j-1], x[i-1,j], x[i-1,j+1], x[i,j-1], x[i,j], x[i,j+1], x[i+1,j-1], x[i+1,j], x[i+1,j+1]]
                for a = 0..4
                    for b = a+1..8
                        low = min(v[a], v[b])
                        v[b] = max(v[a], v[b])
                        v[a] = low
                    end
                end
                y[i,j] = v[4]
            end
        end
    end
    print "check: ", sum(y), " ", sum(y.*y), " ", y[0,0], " ", y[int(n/2),int(n/3)], " ", y[n-5,n-7]
end
