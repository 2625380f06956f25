%! features: F327
%! loop: 11 vectors along n, c
% Windows of a colour image whose offsets are indices of loops: rows of pixels and channels are one row, and the borders are clamped.
function y = greatest(x : cube'clamped, radius : int)
    y = zeros(size(x))
    t = vec[int](2*radius + 1)
    {!serial for}
    for k = 0..2*radius
        t[k] = radius - abs(k - radius)
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..size(x,2)-1
                largest = x[m,n,c]
                for dx = -radius..radius
                    for dy = -t[dx+radius]..t[dx+radius]
                        largest = max(largest, x[m+dy,n+dx,c])
                    end
                end
                y[m,n,c] = largest
            end
        end
    end
end
% What is added differs from row to row, and from lane to lane: the latter has no such form.
function y = shifted(x : cube'circular, by : vec[int], own : mat[int])
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..size(x,2)-1
                s = 0.0
                for k = 0..numel(by)-1
                    s += x[m,n+by[k],c] + x[m,n+own[m,c],c]
                end
                y[m,n,c] = s
            end
        end
    end
end
function v = value(m : int, n : int, c : int)
    v = mod(37*m + 11*n*n + 5*c*m + 3*c, 101)
end
function [] = main()
    wrong = 0
    for columns = 1..30
        for channels = 1..4
            rows = 6
            x = zeros(rows, columns, channels)
            for m = 0..rows-1
                for n = 0..columns-1
                    for c = 0..channels-1
                        x[m,n,c] = value(m, n, c)
                    end
                end
            end
            by = [2, -1, 0]
            own = mat[int](rows, channels)
            for m = 0..rows-1
                for c = 0..channels-1
                    own[m,c] = mod(m + c, 3) - 1
                end
            end
            radius = 2
            y = greatest(x, radius)
            z = shifted(x, by, own)
            {!serial for}
            for m = 0..rows-1
                {!serial for}
                for n = 0..columns-1
                    {!serial for}
                    for c = 0..channels-1
                        largest = 0
                        {!serial for}
                        for dx = -radius..radius
                            reach = radius - abs(dx)
                            {!serial for}
                            for dy = -reach..reach
                                i = min(max(m + dy, 0), rows-1)
                                j = min(max(n + dx, 0), columns-1)
                                largest = max(largest, value(i, j, c))
                            end
                        end
                        s = 0
                        {!serial for}
                        for k = 0..2
                            s += value(m, mod(n + by[k] + 4*columns, columns), c)
                            s += value(m, mod(n + mod(m + c, 3) - 1 + 4*columns, columns), c)
                        end
                        if y[m,n,c] != largest || z[m,n,c] != s
                            wrong += 1
                        end
                    end
                end
            end
        end
    end
    % => 0
    print wrong
end
