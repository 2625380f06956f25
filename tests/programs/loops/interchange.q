%! loop: 14 parallel, 2 dimensions
%! loop: 14 body divided, a kernel over: i, j
%! loop: 14 vectors along j
%! loop: 15 parallel, a dimension
%! loop: 18 serial inside a parallel loop
%! loop: 19 parallel, a dimension
%! loop: 26 loops interchanged: i, j
%! loop: 26 vectors along j
%! loop: 34 over i
%! loop: 44 loops interchanged: i, j, k
%! loop: 44 vectors along the sums inside
% Loops change places so that vectors go along elements that lie side by side, where that keeps the meaning.
function [] = product(a : mat, b : mat, c : mat)
    for i = 0..size(c,0)-1
        for j = 0..size(c,1)-1
            c[i,j] *= i + 2
        end
        for k = 0..size(a,1)-1
            for j = 0..size(c,1)-1
                c[i,j] += a[i,k]*b[k,j]
            end
        end
    end
end
function [] = transposed(x : mat)
    for j = 0..size(x,1)-1
        for i = 0..size(x,0)-1
            x[i,j] = 10*i + j
        end
    end
end
% Iteration k of j = 1 reads what iteration k of j = 0 and iteration k-1 of j = 1 have left: the loops must stay.
function [] = tied(c : mat)
    for i = 0..size(c,0)-1
        for k = 0..2
            for j = 1..size(c,1)-1
                c[i,j] += c[i,j-1] + k
            end
        end
    end
end
% The columns up to the diagonal: the dimension over j has all columns, and those behind the diagonal do nothing.
function [] = lower(a : mat, c : mat)
    for i = 0..size(c,0)-1
        for k = 0..size(a,1)-1
            for j = 0..i
                c[i,j] += a[i,k]*a[j,k]
            end
        end
    end
end
function [] = main(n : int = 3)
    a = zeros(n, n)
    b = zeros(n, n)
    transposed(a)
    for i = 0..n-1
        for j = 0..n-1
            b[i,j] = i == j ? 1 : 0
        end
    end
    % => [0,1,2]
    print a[0,0..2]
    c = ones(n, n)
    product(a, b, c)
    % 4 + a, row 2
    % => [24,25,26]
    print c[2,0..2]
    % With c = a, rows are changed while they are read: row 0 is [0,1,2], doubled [0,2,4], and a*1 adds to element k of the row
    % what it has itself: [0,4,8].
    d = zeros(n, n)
    transposed(d)
    product(d, b, d)
    % => [0,4,8]
    print d[0,0..2]
    % c[0,:] = [1,1,1]; k = 0: [1,2,3]; k = 1: [1,4,8]; k = 2: [1,7,17]
    e = ones(n, n)
    tied(e)
    % => [1,7,17]
    print e[0,0..2]
    % Row 1: a0.a1 = 1*11 + 2*12 = 35, a1.a1 = 100 + 121 + 144 = 365
    f = zeros(n, n)
    lower(a, f)
    % => [35,365,0]
    print f[1,0..2]
end
