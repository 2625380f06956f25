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
end
