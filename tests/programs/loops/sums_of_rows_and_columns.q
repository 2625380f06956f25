% Sums along rows and down columns of a matrix, of its triangles and of a band, with either loop outside. The element at row i and column j is i + 2j: sums by
% formulas, of whole numbers, exact in every order.
function a = numbers(m : int, n : int)
    a = zeros(m, n)
    for i = 0..m-1
        for j = 0..n-1
            a[i,j] = i + 2*j
        end
    end
end

function [] = whole_rows_i(a : mat, x : vec, y : vec, n : int)
    for i = 0..n-1
        for j = 0..n-1
            y[i] += a[i,j]*x[j]
        end
    end
end

function [] = whole_rows_j(a : mat, x : vec, y : vec, n : int)
    for j = 0..n-1
        for i = 0..n-1
            y[i] += a[i,j]*x[j]
        end
    end
end

function [] = whole_columns_i(a : mat, x : vec, y : vec, n : int)
    for i = 0..n-1
        for j = 0..n-1
            y[j] += a[i,j]*x[i]
        end
    end
end

function [] = whole_columns_j(a : mat, x : vec, y : vec, n : int)
    for j = 0..n-1
        for i = 0..n-1
            y[j] += a[i,j]*x[i]
        end
    end
end

function [] = lower_rows_i(a : mat, x : vec, y : vec, n : int)
    for i = 0..n-1
        for j = 0..i
            y[i] += a[i,j]*x[j]
        end
    end
end

function [] = lower_rows_j(a : mat, x : vec, y : vec, n : int)
    for j = 0..n-1
        for i = j..n-1
            y[i] += a[i,j]*x[j]
        end
    end
end

function [] = lower_columns_i(a : mat, x : vec, y : vec, n : int)
    for i = 0..n-1
        for j = 0..i
            y[j] += a[i,j]*x[i]
        end
    end
end

function [] = lower_columns_j(a : mat, x : vec, y : vec, n : int)
    for j = 0..n-1
        for i = j..n-1
            y[j] += a[i,j]*x[i]
        end
    end
end

function [] = upper_rows_i(a : mat, x : vec, y : vec, n : int)
    for i = 0..n-1
        for j = i..n-1
            y[i] += a[i,j]*x[j]
        end
    end
end

function [] = upper_rows_j(a : mat, x : vec, y : vec, n : int)
    for j = 0..n-1
        for i = 0..j
            y[i] += a[i,j]*x[j]
        end
    end
end

function [] = upper_columns_i(a : mat, x : vec, y : vec, n : int)
    for i = 0..n-1
        for j = i..n-1
            y[j] += a[i,j]*x[i]
        end
    end
end

function [] = upper_columns_j(a : mat, x : vec, y : vec, n : int)
    for j = 0..n-1
        for i = 0..j
            y[j] += a[i,j]*x[i]
        end
    end
end

function [] = below_rows_i(a : mat, x : vec, y : vec, n : int)
    for i = 0..n-1
        for j = 0..i-1
            y[i] += a[i,j]*x[j]
        end
    end
end

function [] = below_rows_j(a : mat, x : vec, y : vec, n : int)
    for j = 0..n-1
        for i = j+1..n-1
            y[i] += a[i,j]*x[j]
        end
    end
end

function [] = below_columns_i(a : mat, x : vec, y : vec, n : int)
    for i = 0..n-1
        for j = 0..i-1
            y[j] += a[i,j]*x[i]
        end
    end
end

function [] = below_columns_j(a : mat, x : vec, y : vec, n : int)
    for j = 0..n-1
        for i = j+1..n-1
            y[j] += a[i,j]*x[i]
        end
    end
end

function [] = other_rows_i(a : mat, x : vec, y : vec, n : int)
    for i = 0..n-1
        for j = n-1-i..n-1
            y[i] += a[i,j]*x[j]
        end
    end
end

function [] = other_rows_j(a : mat, x : vec, y : vec, n : int)
    for j = 0..n-1
        for i = n-1-j..n-1
            y[i] += a[i,j]*x[j]
        end
    end
end

function [] = other_columns_i(a : mat, x : vec, y : vec, n : int)
    for i = 0..n-1
        for j = n-1-i..n-1
            y[j] += a[i,j]*x[i]
        end
    end
end

function [] = other_columns_j(a : mat, x : vec, y : vec, n : int)
    for j = 0..n-1
        for i = n-1-j..n-1
            y[j] += a[i,j]*x[i]
        end
    end
end

% The band of five elements from the diagonal on.
function [] = band(a : mat, x : vec, y : vec, n : int)
    for j = 0..n-1
        for i = j..j+4
            y[i] += a[i,j]*x[j]
        end
    end
end

% What is added comes from the vector that is added to, if both are one.
function [] = doubled(a : mat, x : vec, y : vec, n : int)
    for j = 0..n-1
        for i = j+1..n-1
            y[i] += a[i,j]*x[j]
        end
    end
end

% Sums along rows and down columns at once.
function [] = both_i(a : mat, x : vec, y : vec, z : vec, n : int)
    for i = 0..n-1
        for j = 0..n-1
            y[j] += a[i,j]*x[i]
            z[i] += 2*a[i,j]
        end
    end
end

function [] = both_j(a : mat, x : vec, y : vec, z : vec, n : int)
    for j = 0..n-1
        for i = 0..n-1
            y[j] += a[i,j]*x[i]
            z[i] += 2*a[i,j]
        end
    end
end

% Two sums down the columns.
function [] = moments(a : mat, y : vec, z : vec, n : int)
    for i = 0..n-1
        for j = 0..n-1
            y[j] += a[i,j]
            z[j] += a[i,j]*a[i,j]
        end
    end
end

function worst = of_size(n : int)
    a = numbers(n, n)
    x = ones(n)
    worst = 0
    y = 3*ones(n)
    whole_rows_i(a, x, y, n)
    for k = 0..n-1
        worst = max(worst, abs(y[k] - 3 - (n*k + n*(n-1))))
    end
    y = 3*ones(n)
    whole_rows_j(a, x, y, n)
    for k = 0..n-1
        worst = max(worst, abs(y[k] - 3 - (n*k + n*(n-1))))
    end
    y = 3*ones(n)
    whole_columns_i(a, x, y, n)
    for k = 0..n-1
        worst = max(worst, abs(y[k] - 3 - (n*(n-1)/2 + 2*k*n)))
    end
    y = 3*ones(n)
    whole_columns_j(a, x, y, n)
    for k = 0..n-1
        worst = max(worst, abs(y[k] - 3 - (n*(n-1)/2 + 2*k*n)))
    end
    y = 3*ones(n)
    lower_rows_i(a, x, y, n)
    for k = 0..n-1
        worst = max(worst, abs(y[k] - 3 - (2*k*(k+1))))
    end
    y = 3*ones(n)
    lower_rows_j(a, x, y, n)
    for k = 0..n-1
        worst = max(worst, abs(y[k] - 3 - (2*k*(k+1))))
    end
    y = 3*ones(n)
    lower_columns_i(a, x, y, n)
    for k = 0..n-1
        worst = max(worst, abs(y[k] - 3 - ((n*(n-1) - k*(k-1))/2 + 2*k*(n-k))))
    end
    y = 3*ones(n)
    lower_columns_j(a, x, y, n)
    for k = 0..n-1
        worst = max(worst, abs(y[k] - 3 - ((n*(n-1) - k*(k-1))/2 + 2*k*(n-k))))
    end
    y = 3*ones(n)
    upper_rows_i(a, x, y, n)
    for k = 0..n-1
        worst = max(worst, abs(y[k] - 3 - (k*(n-k) + n*(n-1) - k*(k-1))))
    end
    y = 3*ones(n)
    upper_rows_j(a, x, y, n)
    for k = 0..n-1
        worst = max(worst, abs(y[k] - 3 - (k*(n-k) + n*(n-1) - k*(k-1))))
    end
    y = 3*ones(n)
    upper_columns_i(a, x, y, n)
    for k = 0..n-1
        worst = max(worst, abs(y[k] - 3 - (k*(k+1)/2 + 2*k*(k+1))))
    end
    y = 3*ones(n)
    upper_columns_j(a, x, y, n)
    for k = 0..n-1
        worst = max(worst, abs(y[k] - 3 - (k*(k+1)/2 + 2*k*(k+1))))
    end
    y = 3*ones(n)
    below_rows_i(a, x, y, n)
    for k = 0..n-1
        worst = max(worst, abs(y[k] - 3 - (2*k*(k+1) - 3*k)))
    end
    y = 3*ones(n)
    below_rows_j(a, x, y, n)
    for k = 0..n-1
        worst = max(worst, abs(y[k] - 3 - (2*k*(k+1) - 3*k)))
    end
    y = 3*ones(n)
    below_columns_i(a, x, y, n)
    for k = 0..n-1
        worst = max(worst, abs(y[k] - 3 - ((n*(n-1) - k*(k-1))/2 + 2*k*(n-k) - 3*k)))
    end
    y = 3*ones(n)
    below_columns_j(a, x, y, n)
    for k = 0..n-1
        worst = max(worst, abs(y[k] - 3 - ((n*(n-1) - k*(k-1))/2 + 2*k*(n-k) - 3*k)))
    end
    y = 3*ones(n)
    other_rows_i(a, x, y, n)
    for k = 0..n-1
        worst = max(worst, abs(y[k] - 3 - (k*(k+1) + n*(n-1) - (n-1-k)*(n-2-k))))
    end
    y = 3*ones(n)
    other_rows_j(a, x, y, n)
    for k = 0..n-1
        worst = max(worst, abs(y[k] - 3 - (k*(k+1) + n*(n-1) - (n-1-k)*(n-2-k))))
    end
    y = 3*ones(n)
    other_columns_i(a, x, y, n)
    for k = 0..n-1
        worst = max(worst, abs(y[k] - 3 - ((n*(n-1) - (n-1-k)*(n-2-k))/2 + 2*k*(k+1))))
    end
    y = 3*ones(n)
    other_columns_j(a, x, y, n)
    for k = 0..n-1
        worst = max(worst, abs(y[k] - 3 - ((n*(n-1) - (n-1-k)*(n-2-k))/2 + 2*k*(k+1))))
    end
    y = zeros(n)
    z = zeros(n)
    both_i(a, x, y, z, n)
    both_j(a, x, y, z, n)
    for k = 0..n-1
        worst = max(worst, abs(y[k] - 2*(n*(n-1)/2 + 2*k*n)))
        worst = max(worst, abs(z[k] - 4*(n*k + n*(n-1))))
    end
    y = zeros(n)
    z = zeros(n)
    moments(a, y, z, n)
    for k = 0..n-1
        worst = max(worst, abs(y[k] - (n*(n-1)/2 + 2*k*n)))
        % The sum of i^2 + 4*k*i + 4*k^2.
        worst = max(worst, abs(z[k] - ((n-1)*n*(2*n-1)/6 + 2*k*n*(n-1) + 4*k*k*n)))
    end
    wide = numbers(n+4, n)
    y = zeros(n+4)
    band(wide, x, y, n)
    for i = 0..n+3
        first = max(0, i-4)
        last = min(n-1, i)
        worst = max(worst, abs(y[i] - (last-first+1)*(i+first+last)))
    end
end

function [] = main()
    sizes = [1, 2, 3, 7, 8, 9, 16, 31, 33, 64, 65, 100, 131]
    results = ones(numel(sizes))
    for k = 0..numel(sizes)-1
        results[k] = of_size(sizes[k])
    end
    print results
    % => [0,0,0,0,0,0,0,0,0,0,0,0,0]
    % Rows that are too long to go down the columns.
    a = ones(3, 5000)
    y = zeros(5000)
    whole = [1, 10, 100]
    for i = 0..2
        for j = 0..4999
            y[j] += a[i,j]*whole[i]
        end
    end
    print min(y), " ", max(y), " ", numel(y)
    % => 111 111 5000
    % Each element is the sum of those before it and 1: powers of two.
    ones_below = ones(12, 12)
    y = ones(12)
    doubled(ones_below, y, y, 12)
    print y
    % => [1,2,4,8,16,32,64,128,256,512,1024,2048]
    y = zeros(12)
    doubled(ones_below, ones(12), y, 12)
    print y
    % => [0,1,2,3,4,5,6,7,8,9,10,11]
    % What is added down the columns is what the rows have come to: 2*j in each of the rows.
    y = zeros(5)
    z = zeros(5)
    both_i(ones(5, 5), z, y, z, 5)
    print y, z
    % => [0,10,20,30,40][10,10,10,10,10]
    % No rows, and no columns.
    y = 2*ones(5)
    whole_rows_j(zeros(5, 0), zeros(0), y, 0)
    lower_columns_i(zeros(0, 5), zeros(0), y, 0)
    print y
    % => [2,2,2,2,2]
end
