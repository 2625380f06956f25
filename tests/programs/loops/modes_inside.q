% Indices that the bounds of loops prove to be inside name elements, whatever the access mode; of an index that is not, only its dimension
% is unknown.
%! loop: 10 serial
%! loop: 11 parallel, 2 dimensions
%! loop: 20 parallel, 2 dimensions
%! loop: 31 parallel
%! loop: 39 serial
function a = rows_before(n : int, w : int)
    a : cube'clamped = zeros(4, n, w)
    for s = 1..3
        for m = 0..n-1
            for k = 0..w-1
                a[s,m,k] = max(a[s-1,m,k], a[s-1,m+3,k]) + m
            end
        end
    end
end
function y = own_element(x : mat)
    y : mat'clamped = copy(x)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] += 2*x[m,n]
        end
    end
end
% The row after, from the last but one on: none is outside.
function y = counting_down(n : int, w : int)
    y : mat'mirror = zeros(n, w)
    y[n-1,0..w-1] = [1,2,3,4]
    for i = n-2..-1..0
        for k = 0..w-1
            y[i,k] = y[i+1,k] + y[i+1,k+1]
        end
    end
end
% Row 0 has no row before it: with 'clamped it reads itself, where another iteration has written.
function y = rim(n : int)
    y : mat'clamped = ones(n, 4)
    for k = 1..3
        y[0,k] = y[0-1,k-1] + 1
    end
end
function [] = main(n : int = 3)
    % Of rows m and m+3, or the last one, the last is the greatest: 0, 1, 2; then 2, 2, 2 and the row; then 4, 4, 4 and the row.
    a = rows_before(n, 2)
    % => [4,5,6]
    print [a[3,0,1], a[3,1,0], a[3,2,1]]
    x = zeros(n-1, n)
    for k = 0..n-1
        x[0,k] = k
        x[1,k] = k + 3
    end
    y = own_element(x)
    % => [0,3,6]
    print y[0,0..2]
    % => [9,12,15]
    print y[1,0..2]
    y = counting_down(n, n+1)
    % 1+2, 2+3, 3+4, 4+4 (behind the last column it comes again), then 3+5, 5+7, 7+8, 8+8
    % => [3,5,7,8]
    print y[1,0..3]
    % => [8,12,15,16]
    print y[0,0..3]
    y = rim(n)
    % => [1,2,3,4]
    print y[0,0..3]
end
