% Whole numbers that fit bytes, and sums of bytes that are only compared with numbers below 255: vectors of bytes where the machine has them.
% Expected by NumPy.
function t = weighed(y : mat[uint8])
    t = 0
    for k = 0..numel(y)-1
        m = int(k/size(y,1))
        n = mod(k, size(y,1))
        t += y[m,n]*mod(5*m + n, 7)
    end
end

function [dilated, eroded] = extremes(x : mat[uint8]'clamped)
    dilated = mat[uint8](size(x))
    eroded = mat[uint8](size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            high = x[m,n]
            low = x[m,n]
            for i = -1..1
                for j = -1..1
                    high = max(high, x[m+i,n+j])
                    low = min(low, x[m+i,n+j])
                end
            end
            dilated[m,n] = high
            eroded[m,n] = low
        end
    end
end

function [a, b, c, d, e, f] = compared(x : mat[uint8]'safe)
    a = mat[uint8](size(x))
    b = mat[uint8](size(x))
    c = mat[uint8](size(x))
    d = mat[uint8](size(x))
    e = mat[uint8](size(x))
    f = mat[uint8](size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = 0
            for i = -1..1
                for j = -1..1
                    s += x[m+i,n+j]
                end
            end
            a[m,n] = s == 250 ? 1 : 0
            b[m,n] = s < 254 ? 1 : 0
            c[m,n] = s > 254 ? 1 : 0
            d[m,n] = s != 231 ? 1 : 0
            e[m,n] = s <= 200 ? 1 : 0
            f[m,n] = s >= 0 ? 1 : 0
        end
    end
end

% Numbers that a byte does not hold: 255 and more.
function [a, b, c, d] = compared_with_more(x : mat[uint8]'safe)
    a = mat[uint8](size(x))
    b = mat[uint8](size(x))
    c = mat[uint8](size(x))
    d = mat[uint8](size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = 0
            for i = -1..1
                for j = -1..1
                    s += x[m+i,n+j]
                end
            end
            a[m,n] = s < 255 ? 1 : 0
            b[m,n] = s == 255 ? 1 : 0
            c[m,n] = s > 255 ? 1 : 0
            d[m,n] = s >= 400 ? 1 : 0
        end
    end
end

% How many neighbours are set fits a byte as it is.
function [a, b] = majority(x : mat[uint8]'safe)
    a = mat[uint8](size(x))
    b = mat[uint8](size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = 0
            for i = -1..1
                for j = -1..1
                    s += x[m+i,n+j] > 0 ? 1 : 0
                end
            end
            a[m,n] = s >= 5 ? 1 : 0
            b[m,n] = s <= 3 ? 1 : 0
        end
    end
end

function [a, b, c, d, e, f] = bits(x : mat[uint8])
    a = mat[uint8](size(x))
    b = mat[uint8](size(x))
    c = mat[uint8](size(x))
    d = mat[uint8](size(x))
    e = mat[uint8](size(x))
    f = mat[uint8](size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            a[m,n] = or(and(x[m,n], 15), shr(x[m,n], 4))
            b[m,n] = and(shl(x[m,n], 1), 255)
            c[m,n] = 255 - x[m,n]
            d[m,n] = xor(x[m,n], 85)
            e[m,n] = and(or(shl(x[m,n], 3), shr(x[m,n], 5)), 255)
            f[m,n] = and(200 - x[m,n], 255)
        end
    end
end

function [a, b, c] = chosen(x : mat[uint8])
    a = mat[uint8](size(x))
    b = mat[uint8](size(x))
    c = mat[uint8](size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            a[m,n] = x[m,n] > 128 ? x[m,n] - 128 : 0
            b[m,n] = max(x[m,n], 100) - min(x[m,n], 100)
            c[m,n] = min(shr(x[m,n], 3) + 200, 255)
        end
    end
end

function [] = main(rows : int = 67, columns : int = 131)
    x = mat[uint8](rows, columns)
    small = mat[uint8](rows, columns)
    set = mat[uint8](rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            x[m,n] = mod(37*m + 91*n + m*n, 256)
            small[m,n] = mod(mod(37*m + 91*n + m*n, 256), 61)
            set[m,n] = mod(7*m + 13*n, 11) < 5 ? 200 : 0
        end
    end
    [dilated, eroded] = extremes(x)
    print weighed(dilated), " ", weighed(eroded)
    % => 6102469 628795
    [a, b, c, d, e, f] = compared(small)
    print weighed(a), " ", weighed(b), " ", weighed(c), " ", weighed(d), " ", weighed(e), " ", weighed(f)
    % => 162 11841 14355 26168 3674 26328
    [a, b, c, d] = compared_with_more(small)
    print weighed(a), " ", weighed(b), " ", weighed(c), " ", weighed(d)
    % => 11973 303 14052 202
    [a, b] = majority(set)
    print weighed(a), " ", weighed(b)
    % => 6890 5548
    [a, b, c, d, e, f] = bits(x)
    print weighed(a), " ", weighed(b), " ", weighed(c), " ", weighed(d), " ", weighed(e), " ", weighed(f)
    % => 296099 3360040 3345044 3339088 3415583 3390252
    [a, b, c] = chosen(x)
    print weighed(a), " ", weighed(b), " ", weighed(c)
    % => 840900 1760714 5675927
end
