% Sums over blocks that the loop around them changes: what one of its iterations has stored is read by the next one. Results from Python.
function [] = folded(x : vec'clamped, w : vec)
    {!parallel for}
    for m = 0..int(numel(x)/64)-1
        for i = 0..7
            total = 0.0
            for p = 0..3
                for q = 0..15
                    total += x[64*m+16*p+q]*w[q]
                end
            end
            x[64*m+5*i+3] = mod(total, 101)
        end
    end
end
function [] = folded_rows(x : mat'clamped, y : mat)
    {!parallel for}
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            for i = 0..7
                total = 0.0
                for p = 0..3
                    for q = 0..15
                        total += x[4*m+p,16*n+q]*(q+1)
                    end
                end
                x[4*m+mod(i,4),16*n+2*i] = mod(total, 101)
                y[m,n] += total
            end
        end
    end
end
function [] = main(count : int = 3000, rows : int = 41, columns : int = 150)
    x = zeros(count)
    w = vec(16)
    for q = 0..15
        w[q] = mod(q, 3) + 1
    end
    for k = 0..count-1
        x[k] = mod(7*k + int(k/5), 11)
    end
    z = zeros(rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            z[m,n] = mod(5*m + 13*n + m*n, 19)
        end
    end
    folded(x, w)
    y = zeros(int(rows/4), int(columns/16))
    folded_rows(z, y)
    print sum(x), " ", x[3], " ", x[64*20+38], " ", x[64*45+13]
    % => 32444 86 1 84
    print sum(z), " ", sum(y), " ", z[3,14], " ", y[9,8]
    % => 86239 4088685 85 43963
end
