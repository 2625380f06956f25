%! features: F327
% Stores of some lanes: to elements of the positions' own and to others, which they have read or not, of every width of elements.
function [] = sort(x : vec)
    n = numel(x)
    for t = 0..n-1
        for k = mod(t, 2)..2..n-2
            if x[k] > x[k+1]
                swap = x[k]
                x[k] = x[k+1]
                x[k+1] = swap
            end
        end
    end
end
function [] = shortest(d : mat[int])
    n = size(d,0)
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
% What is not written keeps what was there before.
function [] = mark(a : mat[uint8], b : mat[uint16], c : mat[scalar'half], d : mat, x : mat[int])
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            v = x[m,n]
            if mod(v, 3) == 0
                a[m,n] = v
                c[m,n] = v + 0.5
            elseif v > 20
                b[m,n] = 100*v
            end
            if v < 30 && n > 1
                d[m,n-2] = v
            end
        end
    end
end
% Channels of a pixel under conditions, one of them twice.
function y = paint(x : cube[uint8], limit : int)
    y = cube[uint8](size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            g = int((x[m,n,0] + 2*x[m,n,1] + x[m,n,2])/4)
            if g > limit
                y[m,n,0] = g
                y[m,n,1] = 255 - g
                y[m,n,2] = x[m,n,2]
            end
            if g > limit + 40
                y[m,n,1] = 9
            end
        end
    end
end
% Pairs of elements change places; those of the next position begin beside.
function [] = exchange(x : mat[int16])
    for m = 0..size(x,0)-1
        for n = 0..int(size(x,1)/2)-1
            if x[m,2*n] > x[m,2*n+1]
                swap = x[m,2*n]
                x[m,2*n] = x[m,2*n+1]
                x[m,2*n+1] = swap
            end
        end
    end
end
function v = sample(m : int, n : int, c : int)
    v = mod(7*m + 13*n + 5*c*m + 3*c, 256)
end
function [] = main()
    x = zeros(37)
    for k = 0..36
        x[k] = mod(31*k + 7, 37)
    end
    sort(x)
    wrong = 0
    {!serial for}
    for k = 0..36
        wrong += x[k] != k ? 1 : 0
    end
    % => 0
    print wrong
    % On a ring the way is the shorter one of two.
    n = 35
    d = mat[int](n, n)
    {!serial for}
    for i = 0..n-1
        {!serial for}
        for j = 0..n-1
            neighbours = abs(i - j) == 1 || abs(i - j) == n-1
            d[i,j] = i == j ? 0 : (neighbours ? 1 : 1000)
        end
    end
    shortest(d)
    {!serial for}
    for i = 0..n-1
        {!serial for}
        for j = 0..n-1
            way = abs(i - j)
            wrong += d[i,j] != min(way, n - way) ? 1 : 0
        end
    end
    % => 0
    print wrong
    for columns = 1..68
        a = mat[uint8](3, columns)
        b = mat[uint16](3, columns)
        c = mat[scalar'half](3, columns)
        e = zeros(3, columns)
        z = mat[int](3, columns)
        for m = 0..2
            for k = 0..columns-1
                a[m,k] = 7
                b[m,k] = 8
                c[m,k] = 9
                e[m,k] = 10
                z[m,k] = mod(17*m + 29*k, 41)
            end
        end
        mark(a, b, c, e, z)
        {!serial for}
        for m = 0..2
            {!serial for}
            for k = 0..columns-1
                v = mod(17*m + 29*k, 41)
                later = mod(17*m + 29*(k + 2), 41)
                bad = a[m,k] != (mod(v, 3) == 0 ? v : 7)
                bad = bad || b[m,k] != (mod(v, 3) != 0 && v > 20 ? 100*v : 8)
                bad = bad || c[m,k] != (mod(v, 3) == 0 ? v + 0.5 : 9)
                bad = bad || e[m,k] != (k + 2 < columns && later < 30 ? later : 10)
                wrong += bad ? 1 : 0
            end
        end
    end
    % => 0
    print wrong
    for columns = 1..53
        x = cube[uint8](2, columns, 3)
        z = mat[int16](2, columns)
        for m = 0..1
            for k = 0..columns-1
                for c = 0..2
                    x[m,k,c] = sample(m, k, c)
                end
                z[m,k] = sample(m, k, 1)
            end
        end
        y = paint(x, 90)
        exchange(z)
        {!serial for}
        for m = 0..1
            {!serial for}
            for k = 0..columns-1
                g = int((sample(m, k, 0) + 2*sample(m, k, 1) + sample(m, k, 2))/4)
                bad = y[m,k,0] != (g > 90 ? g : 0)
                bad = bad || y[m,k,1] != (g > 130 ? 9 : (g > 90 ? 255 - g : 0))
                bad = bad || y[m,k,2] != (g > 90 ? sample(m, k, 2) : 0)
                other = mod(k, 2) == 0 ? k + 1 : k - 1
                one = sample(m, k, 1)
                two = other < columns ? sample(m, other, 1) : one
                bad = bad || z[m,k] != (mod(k, 2) == 0 ? min(one, two) : max(one, two))
                wrong += bad ? 1 : 0
            end
        end
    end
    % => 0
    print wrong
end
