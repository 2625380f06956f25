% Products of matrices as loops in every order, with sizes that no block divides. Whole numbers: every order of adding them up is exact.
function y = left(n : int, p : int)
    y = zeros(n, p)
    for i = 0..n-1
        for k = 0..p-1
            y[i,k] = i + 2*k
        end
    end
end

function y = right(p : int, m : int)
    y = zeros(p, m)
    for k = 0..p-1
        for j = 0..m-1
            y[k,j] = k - j
        end
    end
end

% The largest distance from the sum of (i + 2k)(k - j) over k by formulas, scaled, plus what was there.
function y = distance(c : mat, p : int, scale, start)
    s1 = p*(p-1)/2
    s2 = (p-1)*p*(2*p-1)/6
    y = 0.0
    for i = 0..size(c,0)-1
        for j = 0..size(c,1)-1
            y = max(y, abs(c[i,j] - (scale*(i*s1 - i*j*p + 2*s2 - 2*j*s1) + start)))
        end
    end
end

function [] = ijk(a : mat, b : mat, c : mat)
    for i = 0..size(c,0)-1
        for j = 0..size(c,1)-1
            for k = 0..size(a,1)-1
                c[i,j] += a[i,k]*b[k,j]
            end
        end
    end
end

function [] = ikj(a : mat, b : mat, c : mat)
    for i = 0..size(c,0)-1
        for k = 0..size(a,1)-1
            for j = 0..size(c,1)-1
                c[i,j] += a[i,k]*b[k,j]
            end
        end
    end
end

function [] = jik(a : mat, b : mat, c : mat)
    for j = 0..size(c,1)-1
        for i = 0..size(c,0)-1
            for k = 0..size(a,1)-1
                c[i,j] += a[i,k]*b[k,j]
            end
        end
    end
end

function [] = jki(a : mat, b : mat, c : mat)
    for j = 0..size(c,1)-1
        for k = 0..size(a,1)-1
            for i = 0..size(c,0)-1
                c[i,j] += a[i,k]*b[k,j]
            end
        end
    end
end

function [] = kij(a : mat, b : mat, c : mat)
    for k = 0..size(a,1)-1
        for i = 0..size(c,0)-1
            for j = 0..size(c,1)-1
                c[i,j] += a[i,k]*b[k,j]
            end
        end
    end
end

function [] = kji(a : mat, b : mat, c : mat)
    for k = 0..size(a,1)-1
        for j = 0..size(c,1)-1
            for i = 0..size(c,0)-1
                c[i,j] += a[i,k]*b[k,j]
            end
        end
    end
end

% The sum in a variable, a factor of its own, and a start that is read at the position, from an array that may be the result.
function [] = added(factor, x : mat, y : mat, a : mat, b : mat, depth : int)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            s = x[i,j]
            for k = 0..size(a,1)-1
                s += factor*a[i,k]*b[k,j]
            end
            y[i,j] = s
        end
    end
    if depth > 0
        added(factor, x, y, a, b, depth - 1)
    end
end

function [] = main()
    sizes = [[37, 21, 43], [64, 32, 64], [5, 7, 3], [1, 9, 100], [40, 1, 33], [131, 16, 18]]
    results = ones(6)
    for t = 0..size(sizes,0)-1
        n = sizes[t,0]
        p = sizes[t,1]
        m = sizes[t,2]
        a = left(n, p)
        b = right(p, m)
        c = 3*ones(n, m)
        ijk(a, b, c)
        ikj(a, b, c)
        jik(a, b, c)
        jki(a, b, c)
        kij(a, b, c)
        kji(a, b, c)
        far = distance(c, p, 6, 3)
        added(2, c, c, a, b, 0)
        far += distance(c, p, 8, 3)
        d = zeros(n, m)
        added(-1, c, d, a, b, 1)
        results[t] = far + distance(d, p, 7, 3)
    end
    print results
    % => [0,0,0,0,0,0]
    % Nothing is added where there is nothing to add, and nothing is there where there are no rows.
    c = 5*ones(9, 9)
    kij(zeros(9, 0), zeros(0, 9), c)
    jki(zeros(0, 4), zeros(4, 9), zeros(0, 9))
    print sum(c)
    % => 405
end
