%! features: F327
% Loops along rows that wait for the iteration before: vectors run across the rows, whose elements are transposed in strips. Each result is
% compared with that of serial loops, for rows shorter than a vector and longer, and for fewer rows than a vector has lanes and more.
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
% A running sum, and the number of elements so far that are above it.
function count = sums(x : mat, y : mat)
    count = zeros(size(x,0))
    for m = 0..size(x,0)-1
        s = 0
        c = 0
        for n = 0..size(x,1)-1
            s += x[m,n]
            y[m,n] = s
            if x[m,n] > s
                c += 1
            end
        end
        count[m] = c
    end
end
function count = sums_serial(x : mat, y : mat)
    count = zeros(size(x,0))
    {!serial for}
    for m = 0..size(x,0)-1
        s = 0
        c = 0
        {!serial for}
        for n = 0..size(x,1)-1
            s += x[m,n]
            y[m,n] = s
            if x[m,n] > s
                c += 1
            end
        end
        count[m] = c
    end
end
% A recursive filter forwards and backwards in place; powers of two keep it exact.
function [] = filtered(y : mat, first : int, last : int)
    for m = 0..size(y,0)-1
        for n = first+1..last
            y[m,n] = mod(y[m,n-1] + 2*y[m,n], 64)
        end
        for n = last-1..-1..first
            y[m,n] = mod(2*y[m,n+1] + y[m,n], 64)
        end
    end
end
function [] = filtered_serial(y : mat, first : int, last : int)
    {!serial for}
    for m = 0..size(y,0)-1
        {!serial for}
        for n = first+1..last
            y[m,n] = mod(y[m,n-1] + 2*y[m,n], 64)
        end
        {!serial for}
        for n = last-1..-1..first
            y[m,n] = mod(2*y[m,n+1] + y[m,n], 64)
        end
    end
end
% Least costs of a path from the left, through bytes.
function [] = costs(x : mat, y : mat[uint8], t : vec)
    for m = 0..size(x,0)-1
        best = 100
        for n = 0..size(x,1)-1
            best = min(best + t[n], x[m,n] + 12)
            y[m,n] = best
        end
    end
end
function [] = costs_serial(x : mat, y : mat[uint8], t : vec)
    {!serial for}
    for m = 0..size(x,0)-1
        best = 100
        {!serial for}
        for n = 0..size(x,1)-1
            best = min(best + t[n], x[m,n] + 12)
            y[m,n] = best
        end
    end
end
% Two arrays that may be one: then an iteration reads what another one has stored.
function [] = shifted(x : mat'safe, y : mat'safe)
    for m = 0..size(x,0)-1
        s = 0
        for n = 0..size(x,1)-1
            s = mod(s + x[m,n], 16)
            y[m,n+1] = s
        end
    end
end
function [] = shifted_serial(x : mat'safe, y : mat'safe)
    {!serial for}
    for m = 0..size(x,0)-1
        s = 0
        {!serial for}
        for n = 0..size(x,1)-1
            s = mod(s + x[m,n], 16)
            y[m,n+1] = s
        end
    end
end
% An iteration reads what it has stored itself: from floats behind another store, from bytes that have rounded it, and in a branch.
function [] = reads_back(y : mat, z : mat, u : mat[uint8])
    for m = 0..size(y,0)-1
        s = 0
        for n = 0..size(y,1)-1
            y[m,n] = s
            z[m,n] = 1
            s = y[m,n] + 1
        end
        for n = 0..size(u,1)-1
            u[m,n] = s/3 + y[m,n]
            s = int(s/2) + u[m,n]
        end
        for n = 0..size(y,1)-1
            z[m,n] = s
            if y[m,n] > 4
                s = z[m,n] + 1
            end
        end
    end
end
function [] = reads_back_serial(y : mat, z : mat, u : mat[uint8])
    {!serial for}
    for m = 0..size(y,0)-1
        s = 0
        {!serial for}
        for n = 0..size(y,1)-1
            y[m,n] = s
            z[m,n] = 1
            s = y[m,n] + 1
        end
        {!serial for}
        for n = 0..size(u,1)-1
            u[m,n] = s/3 + y[m,n]
            s = int(s/2) + u[m,n]
        end
        {!serial for}
        for n = 0..size(y,1)-1
            z[m,n] = s
            if y[m,n] > 4
                s = z[m,n] + 1
            end
        end
    end
end
% Rows that a table chooses, that come round and that are mirrored: lanes are no rows a fixed distance apart.
function [] = by_table(x : mat'safe, y : mat'safe, t : vec[int])
    {!parallel for}
    for m = 0..numel(t)-1
        s = 0
        for n = 0..size(x,1)-1
            s += x[t[m],n]
            y[t[m],n] = s
        end
    end
end
function [] = around(x : mat, y : mat, q : int)
    {!parallel for}
    for m = 0..size(x,0)-1
        s = 0
        for n = 0..size(x,1)-1
            s += x[mod(m+q, size(x,0)),n]
            y[mod(m+q, size(x,0)),n] = s
        end
    end
end
function [] = within_limits(x : mat'mirror, y : mat'circular, q : int)
    {!parallel for}
    for m = 0..size(x,0)-1
        s = 0
        for n = 0..size(x,1)-1
            s += x[max(m-q, 0) + min(m, q),n]
            y[m+3*size(x,0),n] = s
        end
    end
end
% Loops that start or stop in each lane at another index, and store what has come together so far.
function [] = from_diagonal(x : mat, y : mat, z : mat[uint8])
    {!parallel for}
    for m = 0..size(x,1)-1
        s = 0
        for n = m..size(x,0)-1
            s += x[n,m]
            y[n,m] = s
        end
        s = 1
        for n = 0..min(m, size(x,0)-1)
            z[n,m] = s
            s = mod(s + x[n,m], 50)
        end
    end
end
function [] = from_diagonal_serial(x : mat, y : mat, z : mat[uint8])
    {!serial for}
    for m = 0..size(x,1)-1
        s = 0
        {!serial for}
        for n = m..size(x,0)-1
            s += x[n,m]
            y[n,m] = s
        end
        s = 1
        {!serial for}
        for n = 0..min(m, size(x,0)-1)
            z[n,m] = s
            s = mod(s + x[n,m], 50)
        end
    end
end
% A window around the diagonal, whose row a table chooses.
function [] = around_diagonal(x : mat'clamped, y : mat'safe, t : vec[int], q : int)
    {!parallel for}
    for m = 0..numel(t)-1
        s = 0
        for n = max(m-q, 0)..min(m+q, size(x,1)-1)
            s += x[m+q,n]
            y[t[m],n] = s
        end
    end
end
function [] = around_diagonal_serial(x : mat'clamped, y : mat'safe, t : vec[int], q : int)
    {!serial for}
    for m = 0..numel(t)-1
        s = 0
        {!serial for}
        for n = 0..size(x,1)-1
            if abs(n - m) <= q
                s += x[m+q,n]
                y[t[m],n] = s
            end
        end
    end
end
function [] = same(name : string, a, b)
    difference = sum(abs(a - b))
    if difference > 0
        printf("%s differs by %g\n", name, difference)
    end
end
function [] = try_all(h : int, w : int)
    x = image(h, w)
    a = zeros(h, w)
    b = zeros(h, w)
    same("counts", sums(x, a), sums_serial(x, b))
    same("sums", a, b)
    c = copy(x)
    d = copy(x)
    same("counts in place", sums(c, c), sums_serial(d, d))
    same("sums in place", c, d)
    c = copy(x)
    d = copy(x)
    filtered(c, 0, w-1)
    filtered_serial(d, 0, w-1)
    same("filtered", c, d)
    filtered(c, 2, w-3)
    filtered_serial(d, 2, w-3)
    same("filtered within", c, d)
    e = mat[uint8](h, w)
    f = mat[uint8](h, w)
    t = vec[int](h)
    for m = 0..h-1
        t[m] = h-1-m
    end
    sums_serial(x, b)
    a = zeros(h, w)
    by_table(x, a, t)
    same("by a table", a, b)
    a = zeros(h, w)
    around(x, a, h/2)
    same("around", a, b)
    a = zeros(h, w)
    within_limits(x, a, 2)
    same("within limits", a, b)
    c = zeros(h, w)
    d = zeros(h, w)
    from_diagonal(x, c, e)
    from_diagonal_serial(x, d, f)
    same("from the diagonal", c, d)
    same("to the diagonal", float(e), float(f))
    for q = [0, 2, 5, h]
        c = zeros(h, w)
        d = zeros(h, w)
        around_diagonal(x, c, t, q)
        around_diagonal_serial(x, d, t, q)
        same("around the diagonal", c, d)
    end
    g = zeros(h, w)
    k = zeros(h, w)
    reads_back(a, g, e)
    reads_back_serial(b, k, f)
    same("read back", a, b)
    same("read back behind another store", g, k)
    same("bytes read back", float(e), float(f))
    t = x[0,:] + 13
    costs(x, e, t)
    costs_serial(x, f, t)
    same("costs", float(e), float(f))
    shifted(x, a)
    shifted_serial(x, b)
    same("shifted", a, b)
    c = copy(x)
    d = copy(x)
    shifted(c, c)
    shifted_serial(d, d)
    same("shifted in place", c, d)
    printf("%d x %d: %d\n", h, w, sum(x))
end
function [] = main()
    heights = [1, 4, 7, 8, 9, 16, 21]
    widths = [1, 5, 8, 19, 40]
    % => 1 x 1: -12
    % => 1 x 5: 10
    % => 1 x 8: 7
    % => 1 x 19: 39
    % => 1 x 40: 113
    % => 4 x 1: -1
    % => 4 x 5: 58
    % => 4 x 8: 94
    % => 4 x 19: 212
    % => 4 x 40: 472
    % => 7 x 1: 3
    % => 7 x 5: 102
    % => 7 x 8: 156
    % => 7 x 19: 376
    % => 7 x 40: 830
    % => 8 x 1: 20
    % => 8 x 5: 133
    % => 8 x 8: 178
    % => 8 x 19: 439
    % => 8 x 40: 956
    % => 9 x 1: 19
    % => 9 x 5: 136
    % => 9 x 8: 211
    % => 9 x 19: 501
    % => 9 x 40: 1075
    % => 16 x 1: 35
    % => 16 x 5: 241
    % => 16 x 8: 378
    % => 16 x 19: 876
    % => 16 x 40: 1898
    % => 21 x 1: 60
    % => 21 x 5: 313
    % => 21 x 8: 504
    % => 21 x 19: 1167
    % => 21 x 40: 2515
    for h = heights
        for w = widths
            try_all(h, w)
        end
    end
end
