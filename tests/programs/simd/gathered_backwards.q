%! features: F325
% Elements of 8 and 16 bits that neighbouring lanes read backwards, in rows that only running tells: the lanes' elements lie in front of the first
% one's. By definition element n of row m of the first table is (7*n + 13*m) modulo 251, of the second one 100*n - 1000*m.
function y = f(x : mat[uint8]'unchecked, d : mat[int]'unchecked, w : int)
    y = mat[uint8](size(d,0), size(d,1))
    for m = 0..size(d,0)-1
        for n = 0..size(d,1)-1
            y[m,n] = x[d[m,n], w - n]
        end
    end
end
function y = g(x : mat[int16]'unchecked, d : mat[int]'unchecked, w : int)
    y = mat[int16](size(d,0), size(d,1))
    for m = 0..size(d,0)-1
        for n = 0..size(d,1)-1
            y[m,n] = x[d[m,n], w - n]
        end
    end
end
function [] = main(w : int = 300)
    w = w + int(rand(1)[0]*0.5)
    x = mat[uint8](7, 301)
    z = mat[int16](7, 301)
    d = mat[int](7,300)
    for m = 0..6
        for n = 0..300
            x[m,n] = mod(n*7 + m*13, 251)
            z[m,n] = n*100 - m*1000
        end
        for n = 0..299
            d[m,n] = mod(n*3 + m, 7)
        end
    end
    y = f(x, d, w)
    u = g(z, d, w)
    wrong = 0
    for m = 0..6
        for n = 0..299
            wrong += int(y[m,n] != mod((w - n)*7 + d[m,n]*13, 251)) + int(u[m,n] != (w - n)*100 - d[m,n]*1000)
        end
    end
    % => 0
    print wrong
end
