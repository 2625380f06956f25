% Elements of 8 and 16 bits at places that only running tells: in rows of odd width, of arrays that end anywhere, with and without signs.
% By definition: element k of row m of a table is (37*m + 11*k) modulo 256 or 65536, less half of that where it has a sign.

function y = number(m : int, k : int, most : int, less : int)
    y = mod(37*m + 11*k, most) - less
end

function [] = main()
    rows = 3
    for width = [1, 2, 3, 5, 127, 1021]
        b = mat[uint8](rows, width)
        c = mat[int8](rows, width)
        d = mat[uint16](rows, width)
        e = mat[int16](rows, width)
        for m = 0..rows-1
            for k = 0..width-1
                b[m,k] = number(m, k, 256, 0)
                c[m,k] = number(m, k, 256, 128)
                d[m,k] = number(m, 7919*k, 65536, 0)
                e[m,k] = number(m, 7919*k, 65536, 32768)
            end
        end
        y = mat[int](rows*4, 500)
        for m = 0..rows-1
            for n = 0..499
                k = mod(7*n*n + 3*n + m, width)
                y[4*m,n] = b[m,k]
                y[4*m+1,n] = c[m,k]
                y[4*m+2,n] = d[m,k]
                y[4*m+3,n] = e[m,k]
            end
        end
        wrong = 0
        for m = 0..rows-1
            for n = 0..499
                k = mod(7*n*n + 3*n + m, width)
                if y[4*m,n] != number(m, k, 256, 0) || y[4*m+1,n] != number(m, k, 256, 128)
                    wrong += 1
                end
                if y[4*m+2,n] != number(m, 7919*k, 65536, 0) || y[4*m+3,n] != number(m, 7919*k, 65536, 32768)
                    wrong += 1
                end
            end
        end
        print width, " ", wrong
    end
    % => 1 0
    % => 2 0
    % => 3 0
    % => 5 0
    % => 127 0
    % => 1021 0
end
