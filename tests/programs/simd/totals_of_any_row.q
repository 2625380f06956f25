%! features: F327
% Totals over rows of every length from one to more than two vectors, with and without conditions. All numbers are whole and small, so
% that sums are exact in any order.
function [sum, count, low, high, product, every, some] = totals(x : mat, limit)
    sum = 0.0
    count = 0
    low = 1e9
    high = -1e9
    product = 1.0
    every = true
    some = false
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            v = x[m,n]
            sum += v
            if v > limit
                count += 1
                high = max(high, v)
            else
                low = min(low, v)
            end
            product *= v == 7 ? 2 : 1
            every = every && v > -10
            some = some || v == 11
        end
    end
end
% Writes elements beside the totals: each once.
function [y, changed] = stepped(x : mat[int])
    y = mat[int](size(x))
    changed = 0
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            if x[m,n] != 0
                y[m,n] = x[m,n] + 1
                if mod(x[m,n], 3) == 0
                    changed += 1
                end
            end
        end
    end
end
function [] = main()
    wrong = 0
    for columns = 1..70
        x = zeros(5, columns)
        z = mat[int](5, columns)
        for m = 0..4
            for n = 0..columns-1
                x[m,n] = mod(7*m + 5*n, 23) - 9
                z[m,n] = mod(7*m + 5*n, 23)
            end
        end
        [sum, count, low, high, product, every, some] = totals(x, 3)
        [y, changed] = stepped(z)
        s = 0
        k = 0
        a = 1e9
        b = -1e9
        p = 1.0
        e = true
        o = false
        c = 0
        differ = 0
        {!serial for}
        for m = 0..4
            {!serial for}
            for n = 0..columns-1
                w = mod(7*m + 5*n, 23)
                v = w - 9
                s += v
                if v > 3
                    k += 1
                    b = max(b, v)
                else
                    a = min(a, v)
                end
                if v == 7
                    p = p*2
                end
                e = e && v > -10
                o = o || v == 11
                c += w != 0 && mod(w, 3) == 0 ? 1 : 0
                differ += y[m,n] != (w == 0 ? 0 : w + 1) ? 1 : 0
            end
        end
        if sum != s || count != k || low != a || high != b || product != p || every != e || some != o
            wrong += 1
        end
        if changed != c || differ != 0
            wrong += 1
        end
    end
    % => 0
    print wrong
end
