% Triangular solves that look to the left and to the right, in the order of rows and of columns. The solution is known: the right side is made of it, of whole
% numbers and powers of two, so that nothing is rounded.
function l = triangle(n : int)
    l = zeros(n, n)
    for i = 0..n-1
        for j = 0..i-1
            l[i,j] = mod(i + 2*j, 3) - 1
        end
        l[i,i] = 2^mod(i, 3)
    end
end

function b = right_side(l : mat, n : int)
    b = zeros(n)
    for i = 0..n-1
        for j = 0..i
            b[i] += l[i,j]*(mod(j, 5) - 2)
        end
    end
end

function [] = gathering(l : mat, x : vec, n : int)
    for i = 0..n-1
        for j = 0..i-1
            x[i] -= l[i,j]*x[j]
        end
        x[i] /= l[i,i]
    end
end

function [] = subtracting(l : mat, x : vec, n : int)
    for j = 0..n-1
        x[j] /= l[j,j]
        for i = j+1..n-1
            x[i] -= l[i,j]*x[j]
        end
    end
end

% With the triangle on its side.
function [] = subtracting_rows(u : mat, x : vec, n : int)
    for j = 0..n-1
        x[j] /= u[j,j]
        for i = j+1..n-1
            x[i] -= u[j,i]*x[j]
        end
    end
end

% In a row of a matrix.
function [] = in_a_row(l : mat, x : mat, row : int, n : int)
    for j = 0..n-1
        x[row,j] /= l[j,j]
        for i = j+1..n-1
            x[row,i] -= l[i,j]*x[row,j]
        end
    end
end

% The last one first.
function [] = backwards(u : mat, x : vec, n : int)
    for i = n-1..-1..0
        for j = i+1..n-1
            x[i] -= u[i,j]*x[j]
        end
        x[i] /= u[i,i]
    end
end

function y = distance(x, n : int)
    y = 0.0
    for k = 0..n-1
        y = max(y, abs(x[k] - (mod(k, 5) - 2)))
    end
end

function worst = of_size(n : int)
    l = triangle(n)
    b = right_side(l, n)
    x = 1*b
    gathering(l, x, n)
    worst = distance(x, n)
    x = 1*b
    subtracting(l, x, n)
    worst = max(worst, distance(x, n))
    u = transpose(l)
    x = 1*b
    subtracting_rows(u, x, n)
    worst = max(worst, distance(x, n))
    rows = zeros(3, n)
    rows[1,:] = b
    in_a_row(l, rows, 1, n)
    worst = max(worst, distance(rows[1,:], n))
    % U*x of the same x, backwards.
    c = zeros(n)
    for i = 0..n-1
        for j = i..n-1
            c[i] += u[i,j]*(mod(j, 5) - 2)
        end
    end
    backwards(u, c, n)
    worst = max(worst, distance(c, n))
end

function [] = main()
    sizes = [1, 2, 3, 8, 9, 17, 40, 100]
    results = ones(numel(sizes))
    for k = 0..numel(sizes)-1
        results[k] = of_size(sizes[k])
    end
    print results
    % => [0,0,0,0,0,0,0,0]
    % The matrix itself holds the results: its first row is solved in place, and read on the way.
    m = [[4.0, 8.0, 16.0], [1.0, 2.0, 5.0], [2.0, 1.0, 4.0]]
    in_a_row(m, m, 0, 3)
    print m[0,:]
    % => [1,3.5,2.625]
end
