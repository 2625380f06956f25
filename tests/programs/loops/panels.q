%! environment: QC_CACHE_BYTES=4096
% Products whose rows read more than the cache holds go through panels of columns; the rows of one operand lie a power of two apart.
function y = product(a : mat, b : mat)
    y = zeros(size(a,0), size(b,1))
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for k = 0..size(a,1)-1
                y[i,j] += a[i,k]*b[k,j]
            end
        end
    end
end

function [] = main()
    for columns = [512, 500]
        a = zeros(75, 36)
        b = zeros(36, columns)
        for k = 0..35
            for i = 0..74
                a[i,k] = i + 2*k
            end
            for j = 0..columns-1
                b[k,j] = k - j
            end
        end
        y = product(a, b)
        % The sum of (i + 2k)(k - j) over k: 630 is that of k, 14910 that of its square.
        far = 0.0
        for i = 0..74
            for j = 0..columns-1
                far = max(far, abs(y[i,j] - (630*i - 36*i*j + 29820 - 1260*j)))
            end
        end
        print far
        % => 0
        % => 0
        % Behind the last row and column of an operand are zeros, in a copy of it too.
        print product(ones(75, 40), b)[3,5] - sum(b[:,5])
        % => 0
        % => 0
    end
end
