%! features: F327
%! loop: 7 vectors along the sums inside
% Sums over rows of a sparse matrix, from none to many elements; also with columns and rows that are not there. All numbers are whole.
function y = multiply(start : vec[int], column : vec[int], value : vec, x : vec)
    n = numel(start) - 1
    y = zeros(n)
    for i = 0..n-1
        s = 0.0
        for k = start[i]..start[i+1]-1
            s += value[k]*x[column[k]]
        end
        y[i] = s
    end
end
% The least and the greatest of short rows, beside their sum.
function [low, high, total] = extremes(x : mat)
    low = zeros(size(x,0))
    high = zeros(size(x,0))
    total = zeros(size(x,0))
    for m = 0..size(x,0)-1
        a = 1000.0
        b = -1000.0
        s = 0.0
        for n = 0..size(x,1)-1
            a = min(a, x[m,n])
            b = max(b, x[m,n])
            s += x[m,n]
        end
        low[m] = a
        high[m] = b
        total[m] = s
    end
end
function [] = main()
    rows = 45
    start = vec[int](rows + 1)
    {!serial for}
    for i = 0..rows-1
        start[i+1] = start[i] + i
    end
    count = start[rows]
    column = vec[int](count)
    value = zeros(count)
    for k = 0..count-1
        column[k] = mod(7*k, 50)
        value[k] = mod(k, 5) - 2
    end
    x = zeros(50)
    for k = 0..49
        x[k] = k
    end
    y = multiply(start, column, value, x)
    wrong = 0
    {!serial for}
    for i = 0..rows-1
        expected = 0
        {!serial for}
        for k = start[i]..start[i+1]-1
            expected += (mod(k, 5) - 2)*mod(7*k, 50)
        end
        if y[i] != expected
            wrong += 1
        end
    end
    % => 0
    print wrong
    % A column that is not there counts as nothing, and so does a row that leads out of the lists: rows 0 to 2 have 0, 1 and 2 elements.
    % => [0,0,6,0]
    print multiply([0,0,1,3,9], [60,1,2], [5.0,4.0,1.0], [0.0,1.0,2.0])
    wrong = 0
    for columns = 1..40
        z = zeros(6, columns)
        for m = 0..5
            for n = 0..columns-1
                z[m,n] = mod(7*m + 5*n, 23) - 9
            end
        end
        [low, high, total] = extremes(z)
        {!serial for}
        for m = 0..5
            a = 1000
            b = -1000
            s = 0
            {!serial for}
            for n = 0..columns-1
                v = mod(7*m + 5*n, 23) - 9
                a = min(a, v)
                b = max(b, v)
                s += v
            end
            if low[m] != a || high[m] != b || total[m] != s
                wrong += 1
            end
        end
    end
    % => 0
    print wrong
end
