%! features: F327
%! loop: 9 vectors along the sums inside
% Sums inside of positions from no term to more than a vector of them: where all are short the positions lie side by side.
function nearest = nearest_of(x : mat, centres : mat)
    nearest = vec[int](size(x,0))
    features = size(x,1)
    clusters = size(centres,0)
    % The nearest centre of each point.
    for i = 0..size(x,0)-1
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
end
% From one term on, as the caller says; the terms of a row may lie outside.
function y = sums(x : mat, first : int, last : int)
    y = zeros(size(x,0))
    for i = 0..size(x,0)-1
        s = 0.0
        for f = first..last
            s += x[i,f]
        end
        y[i] = s
    end
end
function [] = main()
    wrong = 0
    for features = 1..36
        points = 40
        x = zeros(points, features)
        centres = zeros(5, features)
        for i = 0..points-1
            for f = 0..features-1
                x[i,f] = mod(11*i + 3*f, 17)
            end
        end
        for c = 0..4
            for f = 0..features-1
                centres[c,f] = mod(5*c + 7*f, 17)
            end
        end
        found = nearest_of(x, centres)
        {!serial for}
        for i = 0..points-1
            best = 1000000
            which = 0
            {!serial for}
            for c = 0..4
                d = 0
                {!serial for}
                for f = 0..features-1
                    d += (mod(11*i + 3*f, 17) - mod(5*c + 7*f, 17))^2
                end
                if d < best
                    best = d
                    which = c
                end
            end
            if found[i] != which
                wrong += 1
            end
        end
    end
    % => 0
    print wrong
    x = [[1.0,2.0,3.0],[4.0,5.0,6.0]]
    % No term, one, all, and some that are not there and count as nothing.
    % => [0,0]
    print sums(x, 2, 1)
    % => [2,5]
    print sums(x, 1, 1)
    % => [6,15]
    print sums(x, 0, 2)
    % => [6,15]
    print sums(x, -30, 20)
end
