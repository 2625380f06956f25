%! structure: launch 3
%! reports: fusion if `moved.y` and `doubled.y` are different arrays when the program runs
%! args: 5
% Arrays from outside may be one: the fused launch runs where they are two, and the two launches where they are one.
function [] = __kernel__ moved(x : vec'clamped, y : vec, pos : int)
    y[pos] = x[pos + 1]
end
function [] = __kernel__ doubled(x : vec, y : vec, pos : int)
    y[pos] = 2*x[pos]
end
function [] = both(x : vec, y : vec, z : vec, depth : int)
    {!kernel_fusion strategy="smart"}
    % Calls itself, so that it stays a function whose parameters nobody knows.
    if depth > 0
        both(x, y, z, depth - 1)
        return
    end
    n = numel(z)
    parallel_do(n, z, x, moved)
    parallel_do(n, x, y, doubled)
end
function x = counted(n : int)
    x = zeros(n)
    {!serial for}
    for i = 0..n-1
        x[i] = i
    end
end
function [] = main(n : int = 3)
    [x, y, z] = [counted(n), counted(n), counted(n)]
    both(x, y, z, 1)
    print x, " ", y, " ", z
    % x is z moved, y twice that.
    % => [1,2,3,4,4] [2,4,6,8,8] [0,1,2,3,4]
    both(x, z, z, 1)
    % z is moved into x first, and then twice x is written into z.
    print x, " ", z
    % => [1,2,3,4,4] [2,4,6,8,8]
end
