%! loop: 12 parallel but for i == k
%! loop: 17 parallel but for i == k
%! loop: 23 parallel but for i == k-2, 2 dimensions
%! loop: 23 body divided, a kernel over: i, j
%! loop: 24 parallel but for j == k-2, a dimension
%! loop: 31 parallel but for i == k-1
%! loop: 38 parallel but for i == k
%! loop: 44 parallel but for i == 0
% One iteration changes what all the others read: the loop is cut there, and the iterations keep their order.
% The element k may be below, at the ends of, inside and above the range.
function [] = add_element(x : vec, k : int)
    for i = 0..numel(x)-1
        x[i] += x[k]
    end
end
function [] = add_within(x : vec, first : int, last : int, k : int)
    for i = first..last
        x[i] += x[k]
    end
end
% A step of Floyd and Warshall: row k and column k are read by all; with path[k,k] < 0 they change.
function [] = relax(path : mat, k : int)
    for i = 0..size(path,0)-1
        for j = 0..size(path,1)-1
            path[i,j] = min(path[i,j], path[i,k] + path[k,j])
        end
    end
end
% Two arrays, which may be one.
function [] = both(x : vec, y : vec, k : int)
    for i = 0..numel(x)-1
        x[i] = x[i] + x[k]
        y[i] = 2*y[i] + y[k]
    end
end
% The index is not the loop's own.
function [] = shifted(x : vec, k : int)
    for i = 1..numel(x)-1
        t = x[k]
        x[i-1] = x[i-1]*10 + t
    end
end
function [] = first(x : vec)
    for i = 0..numel(x)-1
        x[i] += x[0]
    end
end
function x = counting(n : int)
    x = zeros(n)
    for i = 0..n-1
        x[i] = i + 1
    end
end
function path = lengths(n : int, corner : int)
    path = zeros(n, n)
    path[0,0..2] = [0,4,10]
    path[1,0..2] = [3,0,20]
    path[2,0..2] = [7,30,6]
    path[corner,corner] = -1
end
function [] = main(n : int = 5, k : int = 2, low : int = 1, high : int = 3)
    x = counting(n)
    add_element(x, k)
    % The elements behind the third get what the third has become.
    % => [4,5,6,10,11]
    print x
    x = counting(n)
    add_element(x, k-2)
    % => [2,4,5,6,7]
    print x
    x = counting(n)
    add_element(x, k+2)
    % => [6,7,8,9,10]
    print x
    % Elements outside are read as 0.
    {!serial for}
    for outside = [-1, n, 2147483647, -2147483647-1]
        x = counting(n)
        add_element(x, outside)
        % => [1,2,3,4,5]
        % => [1,2,3,4,5]
        % => [1,2,3,4,5]
        % => [1,2,3,4,5]
        print x
    end
    % The element is in the array, and below, at the start of, at the end of and above the range.
    {!serial for}
    for place = [0, 1, 3, 4]
        x = counting(n)
        add_within(x, low, high, place)
        % => [1,3,4,5,5]
        % => [1,4,7,8,5]
        % => [1,6,7,8,5]
        % => [1,7,8,9,5]
        print x
    end
    % No iteration at all, one, and one that is the element's.
    x = counting(n)
    add_within(x, high, low, k)
    add_within(x, k, high-1, high)
    add_within(x, low, k-1, low)
    % => [1,4,7,4,5]
    print x
    path = lengths(n-2, 0)
    relax(path, k-2)
    % Row 0 first: -1-1, then 4-2 and 10-2; row 1: 3-2, min(0, 1+2), min(20, 1+8); row 2: 7-2, min(30, 5+2), min(6, 5+8)
    % => [-2,2,8]
    print path[0,0..2]
    % => [1,0,9]
    print path[1,0..2]
    % => [5,7,6]
    print path[2,0..2]
    path = lengths(n-2, 1)
    relax(path, k-1)
    % Row 0: min(0, 4+3), 4-1, min(10, 3+20); row 1: 3-1, -1-1, 20-2; row 2: min(7, 30+2), 30-2, min(6, 28+18)
    % => [0,3,10]
    print path[0,0..2]
    % => [2,-2,18]
    print path[1,0..2]
    % => [7,28,6]
    print path[2,0..2]
    path = lengths(n-2, 1)
    relax(path, n)
    % Row and column n are outside, so they are 0.
    % => [0,0,0]
    print path[0,0..2]
    % => [0,-1,0]
    print path[1,0..2]
    x = counting(n-2)
    y = counting(n-2)
    both(x, y, k-1)
    % => [3,4,7]
    print x
    % => [4,6,12]
    print y
    % One array: 1+2 = 3, 2*3+2 = 8; 2+2 = 4, 2*4+4 = 12; 3+12 = 15, 2*15+12 = 42
    z = counting(n-2)
    both(z, z, k-1)
    % => [8,12,42]
    print z
    % Which is known only when running.
    x = counting(n-2)
    z = counting(n-2)
    if k > 0
        z = x
    end
    both(x, z, k-1)
    % => [8,12,42]
    print x
    x = counting(n)
    shifted(x, k-1)
    % 10+2, 20+2, then 30+22 and 40+22; the last is never i-1
    % => [12,22,52,62,5]
    print x
    x = counting(n)
    first(x)
    % => [2,4,5,6,7]
    print x
end
