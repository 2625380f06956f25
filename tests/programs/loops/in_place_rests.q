%! features: F214
% Rows of every length up to 130, changed in place: each element once, whatever is left behind the last whole vector.

% Twice and one more; what has been changed already would give another number.
function [] = doubled(x : vec)
    {!parallel for}
    for i = 0..numel(x)-1
        x[i] = 2*x[i] + 1
    end
end

% Only some positions write, and those in different numbers of iterations.
function [] = halved(x : vec[int])
    {!parallel for}
    for i = 0..numel(x)-1
        if mod(x[i], 2) == 0
            while mod(x[i], 2) == 0 && x[i] > 0
                x[i] = int(x[i]/2)
            end
        else
            x[i] += 1000
        end
    end
end

% Bytes, which have no masked stores of their own.
function [] = darker(x : mat[uint8])
    {!parallel for}
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            x[i,j] = x[i,j] - 1
        end
    end
end

% An error that only an element changed twice would raise.
function [] = once(x : vec[scalar'double])
    {!parallel for}
    for i = 0..numel(x)-1
        assert(x[i] < 1000)
        x[i] += 1000
    end
end

function [] = main()
    wrong = 0
    for n = 1..130
        x = zeros(n)
        whole = vec[int](n)
        bytes = mat[uint8](3, n)
        wide = vec[scalar'double](n)
        for i = 0..n-1
            x[i] = i
            whole[i] = i
            wide[i] = i
            for k = 0..2
                bytes[k,i] = 200
            end
        end
        tic()           % the clock keeps the loops from becoming one kernel
        doubled(x)
        toc("")
        halved(whole)
        darker(bytes)
        once(wide)
        for i = 0..n-1
            odd = i
            while mod(odd, 2) == 0 && odd > 0
                odd = int(odd/2)
            end
            expected = mod(i, 2) == 1 ? i + 1000 : odd
            wrong += (x[i] != 2*i + 1) + (whole[i] != expected) + (wide[i] != i + 1000)
            for k = 0..2
                wrong += bytes[k,i] != 199
            end
        end
    end
    print wrong
    % => 0
end
