%! features: F327
% Windows whose ranges are cut off at the border by `max` and `min`, in loops, named before them, and as slices. Each result is compared with a
% serial loop over all elements that asks how far each is away.
function x = image(h : int, w : int)
    x = zeros(h, w)
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 0..w-1
            x[m,n] = mod(13*m + 7*n, 31) - 12
        end
    end
end
function [total, count, largest] = asked(x : mat, p : int, q : int, l : int, h : int)
    total = zeros(size(x))
    count = zeros(size(x))
    largest = zeros(size(x))
    {!serial for}
    for m = 0..size(x,0)-1
        {!serial for}
        for n = 0..size(x,1)-1
            some = false
            {!serial for}
            for i = l..size(x,0)-1-h
                {!serial for}
                for j = l..size(x,1)-1-h
                    if i-m >= -p && i-m <= q && j-n >= -p && j-n <= q
                        total[m,n] += x[i,j]
                        count[m,n] += 1
                        largest[m,n] = some ? max(largest[m,n], x[i,j]) : x[i,j]
                        some = true
                    end
                end
            end
        end
    end
end
function [total, count] = in_loops(x : mat, p : int, q : int, l : int, h : int)
    total = zeros(size(x))
    count = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = 0
            c = 0
            for i = max(m-p, l)..min(m+q, size(x,0)-1-h)
                for j = max(n-p, l)..min(n+q, size(x,1)-1-h)
                    s += x[i,j]
                    c += 1
                end
            end
            total[m,n] = s
            count[m,n] = c
        end
    end
end
function total = named(x : mat, p : int, q : int, l : int, h : int)
    [rows, columns] = size(x)
    total = zeros(rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            m0 = max(l, m-p)
            m1 = min(rows-1-h, m+q)
            n0 = max(l, n-p)
            n1 = min(columns-1-h, n+q)
            s = 0
            for i = m0..m1
                for j = n0..n1
                    s += x[i,j]
                end
            end
            total[m,n] = s
        end
    end
end
function [total, count, largest] = in_slices(x : mat, p : int, q : int, l : int, h : int)
    total = zeros(size(x))
    count = zeros(size(x))
    largest = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            w = x[max(m-p, l)..min(m+q, size(x,0)-1-h), max(n-p, l)..min(n+q, size(x,1)-1-h)]
            total[m,n] = sum(w)
            count[m,n] = numel(w)
            largest[m,n] = max(w)
        end
    end
end
% The first element of each window that is above a limit: lanes leave the loop one by one.
function y = first_above(x : mat, r : int, limit)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            found = -100
            for j = max(n-r, 0)..min(n+r, size(x,1)-1)
                if x[m,j] > limit
                    found = x[m,j]
                    break
                end
            end
            y[m,n] = found
        end
    end
end
function y = first_above_asked(x : mat, r : int, limit)
    y = zeros(size(x))
    {!serial for}
    for m = 0..size(x,0)-1
        {!serial for}
        for n = 0..size(x,1)-1
            found = -100
            {!serial for}
            for d = r..-1..-r
                if n-d >= 0 && n-d < size(x,1) && x[m,n-d] > limit && found == -100
                    found = x[m,n-d]
                end
            end
            y[m,n] = found
        end
    end
end
% Ends that do not move alike, and a total over all windows.
function [first, last, total] = ends(x : mat, k : int)
    first = zeros(size(x))
    last = zeros(size(x))
    total = 0
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = 0
            for j = 0..min(n, k)
                s += x[m,j]
            end
            first[m,n] = s
            s = 0
            for j = max(n, k)..size(x,1)-1
                s += x[m,j]
            end
            last[m,n] = s
            for j = max(n-k, 0)..min(n+k, size(x,1)-1)
                total += x[m,j]
            end
        end
    end
end
function [first, last, total] = ends_asked(x : mat, k : int)
    first = zeros(size(x))
    last = zeros(size(x))
    total = 0
    {!serial for}
    for m = 0..size(x,0)-1
        {!serial for}
        for n = 0..size(x,1)-1
            {!serial for}
            for j = 0..size(x,1)-1
                if j <= n && j <= k
                    first[m,n] += x[m,j]
                end
                if j >= n && j >= k
                    last[m,n] += x[m,j]
                end
                if j >= n-k && j <= n+k
                    total += x[m,j]
                end
            end
        end
    end
end
function [] = same(name : string, a : mat, b : mat)
    difference = max(abs(a - b))
    if difference > 0
        printf("%s differs by %g\n", name, difference)
    end
end
function [] = try_all(h : int, w : int, p : int, q : int, low : int, high : int)
    x = image(h, w)
    [total, count, largest] = asked(x, p, q, low, high)
    [a, b] = in_loops(x, p, q, low, high)
    same("loops", total, a)
    same("counts", count, b)
    same("named", total, named(x, p, q, low, high))
    [a, b, c] = in_slices(x, p, q, low, high)
    same("slices", total, a)
    same("numbers of elements", count, b)
    same("maxima", largest, c)
    printf("%d x %d, %d to %d within %d and %d: %d\n", h, w, -p, q, low, high, sum(count))
end
function [] = main()
    % => 5 x 40, -2 to 2 within 0 and 0: 3686
    try_all(5, 40, 2, 2, 0, 0)
    % => 5 x 40, -1 to 3 within 1 and 2: 1274
    try_all(5, 40, 1, 3, 1, 2)
    % Windows larger than the picture, none at all, rows of one element, limits that leave nothing.
    % => 3 x 35, -50 to 50 within 0 and 0: 11025
    try_all(3, 35, 50, 50, 0, 0)
    % => 3 x 35, 2 to 1 within 0 and 0: 0
    try_all(3, 35, -2, 1, 0, 0)
    % => 3 x 35, 1 to 2 within 0 and 0: 201
    try_all(3, 35, -1, 2, 0, 0)
    % => 4 x 1, -2 to 2 within 0 and 0: 14
    try_all(4, 1, 2, 2, 0, 0)
    % => 1 x 33, -3 to 3 within 20 and 20: 0
    try_all(1, 33, 3, 3, 20, 20)
    x = image(3, 50)
    for k = [0, 3, 12, 13, 24, 30, 49, 60]
        [a, b, c] = ends(x, k)
        [d, e, f] = ends_asked(x, k)
        same("first ones", a, d)
        same("last ones", b, e)
        same("totals", a*0 + c, a*0 + f)
    end
    same("first", first_above_asked(x, 4, 14), first_above(x, 4, 14))
    same("first of none", first_above_asked(x, -1, 14), first_above(x, -1, 14))
end
