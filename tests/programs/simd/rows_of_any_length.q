%! features: F327
% Rows shorter than a vector, as long as one, and with any rest: neighbours, clamping by hand, changes in place. All numbers are whole.
function y = smoothed(x : mat)
    y = zeros(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = x[m,max(n-1,0)] + 2*x[m,n] + x[m,min(n+1,size(x,1)-1)]
        end
    end
end
function [] = scaled(x : mat, by : vec)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            x[m,n] = x[m,n]*by[m] + n
        end
    end
end
% What is not as it must be, position by position.
function wrong = differences(x : mat, y : mat, z : mat, by : vec)
    wrong = 0
    {!serial for}
    for m = 0..size(x,0)-1
        {!serial for}
        for n = 0..size(x,1)-1
            left = n > 0 ? x[m,n-1] : x[m,0]
            right = n < size(x,1)-1 ? x[m,n+1] : x[m,n]
            if y[m,n] != left + 2*x[m,n] + right || z[m,n] != x[m,n]*by[m] + n
                wrong += 1
            end
        end
    end
end
function [] = main()
    wrong = 0
    elements = 0
    for columns = 1..70
        x = zeros(3, columns)
        for m = 0..2
            for n = 0..columns-1
                x[m,n] = mod(7*m + 3*n, 11)
            end
        end
        by = [2, 3, 5]
        y = smoothed(x)
        z = copy(x)
        scaled(z, by)
        wrong += differences(x, y, z, by)
        elements += numel(y)
    end
    % => 0
    print wrong
    % 3*(1 + 2 + ... + 70)
    % => 7455
    print elements
end
