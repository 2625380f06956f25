% Each iteration reads what the one before has written; between them the element stays in a register.
function [] = sums(x : vec, first : int, last : int)
    {!serial for}
    for i = first..last
        x[i] += x[i-1]
    end
end
function [] = backwards(x : vec, first : int, last : int)
    {!serial for}
    for i = last..-1..first
        x[i] = x[i] + 2*x[i+1]
    end
end
% The distance is the step.
function [] = every_other(x : vec)
    {!serial for}
    for i = 2..2..numel(x)-1
        x[i] += x[i-2]
    end
end
% The distance is twice the step: what comes from two iterations before.
function [] = fibonacci(x : vec)
    {!serial for}
    for i = 2..numel(x)-1
        x[i] = x[i-1] + x[i-2]
    end
end
% An iteration may leave the element as it is.
function [] = sometimes(x : vec)
    {!serial for}
    for i = 1..numel(x)-1
        if mod(i, 2) == 0
            x[i] += x[i-1]
        end
    end
end
% The element that is read may be written behind the other write of the iteration before.
function [] = twice(x : vec)
    {!serial for}
    for i = 1..numel(x)-2
        x[i] += x[i-1]
        x[i+1] += 1
    end
end
% Read behind the write: that is the element of the iteration before all the same, which no write has changed since.
function [] = behind(x : vec, y : vec)
    {!serial for}
    for i = 1..numel(x)-1
        x[i] += 1
        y[i] = x[i-1]
    end
end
function [] = averages(a : mat)
    {!serial for}
    for i = 1..size(a,0)-2
        {!serial for}
        for j = 1..size(a,1)-2
            a[i,j] = a[i,j-1] + a[i,j+1] + a[i-1,j] + a[i+1,j]
        end
    end
end
% What is stored is less exact than what was computed.
function [] = bytes(x : vec[uint8])
    {!serial for}
    for i = 1..numel(x)-1
        x[i] = x[i-1] + 100
    end
end
function x = counting(n : int)
    x = zeros(n)
    for i = 0..n-1
        x[i] = i + 1
    end
end
function [] = main(n : int = 5)
    x = counting(n)
    sums(x, n-4, n-1)
    % => [1,3,6,10,15]
    print x
    % Before the array is 0, and no iteration reads nothing.
    x = counting(n)
    sums(x, n-5, n-4)
    sums(x, n+8, n-1)
    % => [1,3,3,4,5]
    print x
    x = counting(n)
    backwards(x, n-5, n-1)
    % 5, 4+10, 3+28, 2+62, 1+128
    % => [129,64,31,14,5]
    print x
    x = counting(n)
    every_other(x)
    % => [1,2,4,4,9]
    print x
    x = ones(n)
    fibonacci(x)
    % => [1,1,2,3,5]
    print x
    x = counting(n)
    sometimes(x)
    % => [1,2,5,4,9]
    print x
    x = counting(n)
    twice(x)
    % 2+1 = 3, then 3+1+3 = 7, then 4+1+7 = 12, then 5+1
    % => [1,3,7,12,6]
    print x
    x = counting(n)
    y = zeros(n)
    behind(x, y)
    % => [0,1,3,4,5]
    print y
    % One array: 2+1, replaced by 1; 3+1, by 1; ...
    x = counting(n)
    behind(x, x)
    % => [1,1,1,1,1]
    print x
    a = ones(n-1, n-1)
    averages(a)
    % 4, then 4+1+1+1 = 7; 1+1+4+1 = 7, then 7+1+7+1 = 16
    % => [1,4,7,1]
    print a[1,0..3]
    % => [1,7,16,1]
    print a[2,0..3]
    b = vec[uint8](n)
    bytes(b)
    c = vec[uint8](n)
    c[1] = 100
    c[2] = 200
    % 300 does not fit: what is stored goes on.
    c[3] = c[2] + 100
    c[4] = c[3] + 100
    print b[1] == 100 && b[2] == 200 && b[3] == c[3] && b[4] == c[4]
    % => 1
end
