%! features: F327
% Arithmetic on bytes and half words, whose numbers fit lanes of 16 bits or nearly do: at the ends of what they can be, modulo powers of two,
% under conditions, beside floats, and in rows of every length. The same is computed one by one.
function y = life(x : mat[uint8]'circular)
    y = mat[uint8](size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            count = 0
            for i = -1..1
                for j = -1..1
                    count += x[m+i,n+j]
                end
            end
            if count == 3 || (count == 4 && x[m,n] == 1)
                y[m,n] = 1
            end
        end
    end
end
% Products and sums beyond 16 bits, of which the lowest are kept.
function y = lowest(x : mat[uint16], z : mat[int8])
    y = mat[uint16](size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            v = 517*x[m,n] - x[m,n]*z[m,n] + z[m,n]*300
            y[m,n] = and(v, 65535)
        end
    end
end
% Differences, magnitudes, shifts and choices of signed numbers; what is stored is limited.
function [a, b, c, d] = signed(x : mat[int8], z : mat[int8])
    a = mat[int8](size(x))
    b = mat[int16](size(x))
    c = mat[uint8](size(x))
    d = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            p = x[m,n]
            q = z[m,n]
            a[m,n] = abs(p - q) - abs(p)
            b[m,n] = p*q + max(p, q)*2 - min(p, -q)
            c[m,n] = (p > q || p == -128) && q != 5 ? 4*p + 3 : q - p
            d[m,n] = 0.5*(p + q)
        end
    end
end
% The mean of four, and numbers on the edge of 16 bits: 8*4095 + 7 fits, 8*4096 does not.
function [e, f] = edges(x : mat[uint8], w : mat[uint16])
    e = mat[uint8](size(x))
    f = mat[int](size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            e[m,n] = int((2*x[m,n] + x[m,n]*x[m,n] + 3)/4)
            s = 8*min(w[m,n], 4095) + 7
            t = 8*min(w[m,n], 4096)
            f[m,n] = s > 32766 ? t : s - t
        end
    end
end
function v = limited(v : int, low : int, high : int)
    v = min(max(v, low), high)
end
function [] = main()
    wrong = 0
    for columns = 1..75
        rows = 3
        bytes = mat[uint8](rows, columns)
        words = mat[uint16](rows, columns)
        x = mat[int8](rows, columns)
        z = mat[int8](rows, columns)
        alive = mat[uint8](rows, columns)
        for m = 0..rows-1
            for n = 0..columns-1
                bytes[m,n] = mod(67*m + 91*n, 256)
                words[m,n] = mod(40503*(m + 3*n), 65536)
                x[m,n] = mod(37*m + 59*n, 256) - 128
                z[m,n] = mod(83*m + 29*n + 5, 256) - 128
                alive[m,n] = mod(m*m + 5*n, 3) == 0 ? 1 : 0
            end
        end
        y = life(alive)
        low = lowest(words, z)
        [a, b, c, d] = signed(x, z)
        [e, f] = edges(bytes, words)
        {!serial for}
        for m = 0..rows-1
            {!serial for}
            for n = 0..columns-1
                p = mod(37*m + 59*n, 256) - 128
                q = mod(83*m + 29*n + 5, 256) - 128
                u = mod(67*m + 91*n, 256)
                w = mod(40503*(m + 3*n), 65536)
                count = 0
                {!serial for}
                for i = -1..1
                    {!serial for}
                    for j = -1..1
                        k = mod(m + i + rows, rows)
                        l = mod(n + j + 2*columns, columns)
                        count += mod(k*k + 5*l, 3) == 0 ? 1 : 0
                    end
                end
                own = mod(m*m + 5*n, 3) == 0
                lives = count == 3 || (count == 4 && own) ? 1 : 0
                s = 8*min(w, 4095) + 7
                t = 8*min(w, 4096)
                bad = y[m,n] != lives
                bad = bad || low[m,n] != and(517*w - w*q + q*300, 65535)
                bad = bad || a[m,n] != limited(abs(p - q) - abs(p), -128, 127)
                bad = bad || b[m,n] != limited(p*q + max(p, q)*2 - min(p, -q), -32768, 32767)
                bad = bad || c[m,n] != limited((p > q || p == -128) && q != 5 ? 4*p + 3 : q - p, 0, 255)
                bad = bad || d[m,n] != 0.5*(p + q)
                bad = bad || e[m,n] != limited(int((2*u + u*u + 3)/4), 0, 255)
                bad = bad || f[m,n] != (s > 32766 ? t : s - t)
                wrong += bad ? 1 : 0
            end
        end
    end
    % => 0
    print wrong
end
