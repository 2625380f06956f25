%! features: F327
% Kernels over rows whose loops add up and store along them: each result is compared with that of serial loops with other names.
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
% The sum of a row, then each element without its mean times the number of elements, and the largest of those.
function top = centred(x : mat, y : mat)
    top = zeros(size(x,0))
    for m = 0..size(x,0)-1
        s = 0
        for n = 0..size(x,1)-1
            s += x[m,n]
        end
        largest = -10000
        for n = 0..size(x,1)-1
            y[m,n] = size(x,1)*x[m,n] - s
            largest = max(largest, y[m,n])
        end
        top[m] = largest
    end
end
function top = centred_serial(x : mat, y : mat)
    top = zeros(size(x,0))
    {!serial for}
    for m = 0..size(x,0)-1
        s = 0
        {!serial for}
        for n = 0..size(x,1)-1
            s += x[m,n]
        end
        largest = -10000
        {!serial for}
        for n = 0..size(x,1)-1
            y[m,n] = size(x,1)*x[m,n] - s
            largest = max(largest, y[m,n])
        end
        top[m] = largest
    end
end
% Stores behind its neighbour: of one array an iteration reads what the one before has stored, of two it does not.
function total = shifted(x : mat'safe, y : mat'safe)
    total = zeros(size(x,0))
    for m = 0..size(x,0)-1
        s = 0
        for n = 0..size(x,1)-1
            s += x[m,n]
        end
        for n = 0..size(x,1)-1
            y[m,n] = mod(2*x[m,n-1] + n, 64) + s
        end
        total[m] = s
    end
end
function total = shifted_serial(x : mat'safe, y : mat'safe)
    total = zeros(size(x,0))
    {!serial for}
    for m = 0..size(x,0)-1
        s = 0
        {!serial for}
        for n = 0..size(x,1)-1
            s += x[m,n]
        end
        {!serial for}
        for n = 0..size(x,1)-1
            y[m,n] = mod(2*x[m,n-1] + n, 64) + s
        end
        total[m] = s
    end
end
% Some elements of bytes, and how many.
function count = marked(x : mat, y : mat[uint8], limit)
    count = zeros(size(x,0))
    for m = 0..size(x,0)-1
        c = 0
        for n = 0..size(x,1)-1
            if x[m,n] > limit
                y[m,n] = 20*x[m,n]
                c += 1
            end
        end
        count[m] = c
    end
end
function count = marked_serial(x : mat, y : mat[uint8], limit)
    count = zeros(size(x,0))
    {!serial for}
    for m = 0..size(x,0)-1
        c = 0
        {!serial for}
        for n = 0..size(x,1)-1
            if x[m,n] > limit
                y[m,n] = 20*x[m,n]
                c += 1
            end
        end
        count[m] = c
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
    same("top", centred(x, a), centred_serial(x, b))
    same("centred", a, b)
    c = copy(x)
    d = copy(x)
    same("top in place", centred(c, c), centred_serial(d, d))
    same("centred in place", c, d)
    same("totals", shifted(x, a), shifted_serial(x, b))
    same("shifted", a, b)
    c = copy(x)
    d = copy(x)
    same("totals in place", shifted(c, c), shifted_serial(d, d))
    same("shifted in place", c, d)
    e = mat[uint8](h, w)
    f = mat[uint8](h, w)
    same("counts", marked(x, e, 4), marked_serial(x, f, 4))
    same("marked", float(e), float(f))
    printf("%d x %d: %d\n", h, w, sum(x))
end
function [] = main()
    widths = [0, 1, 7, 8, 9, 15, 16, 17, 33, 64, 100]
    % => 5 x 0: 0
    % => 5 x 1: 8
    % => 5 x 7: 109
    % => 5 x 8: 114
    % => 5 x 9: 123
    % => 5 x 15: 230
    % => 5 x 16: 236
    % => 5 x 17: 246
    % => 5 x 33: 485
    % => 5 x 64: 950
    % => 5 x 100: 1504
    for w = widths
        try_all(5, w)
    end
end
