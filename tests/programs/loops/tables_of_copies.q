% Small arrays that all positions add to, of two widths and two lengths in one launch, in a branch too. Neighbouring positions often meet.
function [] = main()
    n = 120000
    x = vec(n)
    for k = 0..n-1
        x[k] = mod(k, 6) < 3 ? 1 : mod(k, 6)
    end
    ints = vec[int](6)
    wide = vec[int64](9)
    for k = 0..n-1
        ints[int(x[k])] += 1
        if mod(k, 2) == 0
            wide[int(x[k]) + 3] += 1
        end
    end
    % Three of six positions count as 1, each other one as itself.
    print ints
    % => [0,60000,0,20000,20000,20000]
    % Of the even ones, 0 and 2 of six count as 1, 4 as itself.
    print wide
    % => [0,0,0,0,40000,0,0,20000,0]
    % What was there stays.
    more = 7*ones(5)
    for k = 0..n-1
        more[mod(k, 4)] += 2
    end
    print more
    % => [60007,60007,60007,60007,7]
end
