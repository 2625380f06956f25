%! loop: 12 serial
%! loop: 13 parallel
%! loop: 25 serial
%! loop: 26 parallel
% Serial loops around an update of a whole matrix, of which eight steps at a time make one sweep: matrices with fewer rows, with as many
% as blocks need, with some left over, wide and high ones, other first and last steps. What the steps leave is what they leave one by one.

% Elimination without exchanges. The matrix is made as the product of two triangular ones of small whole numbers, so that every number on
% the way is whole and exact, and the factors are found again.
function [] = lu(a : mat)
    n = size(a, 0)
    for k = 0..n-1
        for i = k+1..n-1
            a[i,k] /= a[k,k]
            for j = k+1..n-1
                a[i,j] -= a[i,k]*a[k,j]
            end
        end
    end
end

% Least sums by way of the rows and columns before. NumPy:
%   for k in range(first, last+1): d[k+1:,k+1:] = np.minimum(d[k+1:,k+1:], d[k+1:,k:k+1] + d[k:k+1,k+1:])
function [] = least(d : mat, first : int, last : int)
    for k = first..last
        for i = k+1..size(d,0)-1
            for j = k+1..size(d,1)-1
                if d[i,k] + d[k,j] < d[i,j]
                    d[i,j] = d[i,k] + d[k,j]
                end
            end
        end
    end
end

% The same, written as a minimum.
function [] = minima(d : mat, first : int, last : int)
    for k = first..last
        for i = k+1..size(d,0)-1
            for j = k+1..size(d,1)-1
                d[i,j] = min(d[i,j], d[i,k] + d[k,j])
            end
        end
    end
end

function y = lower(n : int)
    y = zeros(n, n)
    for i = 0..n-1
        for j = 0..i-1
            y[i,j] = mod(i+2*j, 3) - 1
        end
    end
end

function y = upper(n : int)
    y = zeros(n, n)
    for i = 0..n-1
        y[i,i] = 1 + mod(i, 2)
        for j = i+1..n-1
            y[i,j] = mod(2*i+j, 3) - 1
        end
    end
end

function [] = factors(n : int)
    [l, u] = [lower(n), upper(n)]
    a = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            a[i,j] = u[i,j]
            for k = 0..i-1
                a[i,j] += l[i,k]*u[k,j]
            end
        end
    end
    lu(a)
    wrong = 0
    for i = 0..n-1
        for j = 0..n-1
            if a[i,j] != l[i,j] + u[i,j]
                wrong += 1
            end
        end
    end
    print n, ": ", wrong
end

function y = places(n : int, m : int)
    y = zeros(n, m)
    for i = 0..n-1
        for j = 0..m-1
            y[i,j] = 1 + mod(7*i + 13*j + i*j, 97)
        end
    end
end

function [] = told(d : mat)
    [total, weighted] = [0, 0]
    for i = 0..size(d,0)-1
        for j = 0..size(d,1)-1
            total += int(d[i,j])
            weighted += int(d[i,j])*(1 + mod(i + 2*j, 5))
        end
    end
    print size(d,0), " ", size(d,1), ": ", total, " ", weighted
end

function [] = sums(n : int, m : int, first : int, last : int)
    [d, e] = [places(n, m), places(n, m)]
    least(d, first, last)
    minima(e, first, last)
    told(d)
    told(e)
end

function [] = main()
    sizes = [1, 2, 8, 63, 64, 65, 72, 79, 80]
    {!serial for}
    for k = 0..numel(sizes)-1
        factors(int(sizes[k]))
    end
    % => 1: 0
    % => 2: 0
    % => 8: 0
    % => 63: 0
    % => 64: 0
    % => 65: 0
    % => 72: 0
    % => 79: 0
    % => 80: 0
    sums(1, 1, 0, 0)
    % => 1 1: 1 1
    % => 1 1: 1 1
    sums(8, 8, 0, 7)
    % => 8 8: 2699 8070
    % => 8 8: 2699 8070
    sums(64, 64, 0, 63)
    % => 64 64: 80235 241516
    % => 64 64: 80235 241516
    sums(71, 90, 0, 70)
    % => 71 90: 118876 358030
    % => 71 90: 118876 358030
    sums(90, 71, 2, 69)
    % => 90 71: 130881 394520
    % => 90 71: 130881 394520
    sums(100, 100, 3, 90)
    % => 100 100: 192150 577905
    % => 100 100: 192150 577905
    empty = zeros(0, 0)
    lu(empty)
    minima(empty, 0, -1)
    print numel(empty)
    % => 0
end
