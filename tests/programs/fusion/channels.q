% A stage that mixes channels writes them out, one that treats them alike has them as a dimension; both orders, with int16 between, which
% saturates. By definition: with x[m,n,c] = 100*m + 10*n + c - 200 for 40 rows of 30,
% a[m,n,c] = min(max(300*(x[m,n,0] + x[m,n,1] + x[m,n,2]) + c, -32768), 32767), b = a/2 toward zero, d[m,n] = b[m,n,0] - 2*b[m,n,1] + b[m,n,2].

function y = mixed(x : cube[int])
    y = cube[int16](size(x,0), size(x,1), 3)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..2
                y[m,n,c] = 300*(x[m,n,0] + x[m,n,1] + x[m,n,2]) + c
            end
        end
    end
end

function y = halved(x : cube[int16])
    y = cube[int](size(x,0), size(x,1), 3)
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            for c = 0..2
                y[m,n,c] = int(x[m,n,c]/2)
            end
        end
    end
end

function y = bent(x : cube[int])
    y = mat[int](size(x,0), size(x,1))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            y[m,n] = x[m,n,0] - 2*x[m,n,1] + x[m,n,2]
        end
    end
end

% A neighbour's channel: these must stay two.
function y = shifted(x : cube[int])
    y = mat[int](size(x,0), size(x,1))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            y[m,n] = x[m,n+1,0] - x[m,n,2]
        end
    end
end

function [] = main()
    x = cube[int](40, 30, 3)
    for m = 0..39
        for n = 0..29
            for c = 0..2
                x[m,n,c] = 100*m + 10*n + c - 200
            end
        end
    end
    b = halved(mixed(x))
    d = bent(b)
    e = shifted(b)
    wrong = 0
    for m = 0..39
        for n = 0..29
            s = 300*(3*(100*m + 10*n - 200) + 3)
            v = vec[int](3)
            for c = 0..2
                a = min(max(s + c, -32768), 32767)
                h = abs(a)
                h = (h - mod(h, 2))
                v[c] = 0
                while 2*v[c] < h
                    v[c] += max(1, int((h - 2*v[c])/4))
                end
                if a < 0
                    v[c] = -v[c]
                end
                if b[m,n,c] != v[c]
                    wrong += 1
                end
            end
            if d[m,n] != v[0] - 2*v[1] + v[2]
                wrong += 1
            end
            if e[m,n] != (n < 29 ? b[m,n+1,0] : 0) - b[m,n,2]
                wrong += 1
            end
        end
    end
    print wrong, " ", b[0,0,0], " ", b[39,29,2], " ", b[1,9,1]
    % => 0 -16384 16383 -4049
end
