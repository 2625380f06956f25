%! features: F252
%! structure: kernel 2, launch 2, array 2
%! reports: fusion in registers: `y`, made in line 24
%! reports: fusion in registers: `y`, made in line 22
%! reports: fusion saves a launch and 2 elements a position
% Four launches of three kernels become one (the other one fills x); the two arrays between them are variables of the kernel. Only x and y are made.
function [] = __kernel__ scaled(x : mat, y : mat, factor : scalar, pos : ivec2)
    y[pos] = factor * x[pos]
end
function [] = __kernel__ raised(x : mat, y : mat, pos : ivec2)
    if x[pos] < 6
        y[pos] = x[pos] + 1
        return
    end
    y[pos] = -x[pos]
end
function [] = __kernel__ squared(x : mat, pos : ivec2)
    x[pos] = x[pos]^2
end
function y = all(x : mat)
    {!kernel_fusion strategy="smart"}
    b = zeros(size(x))
    parallel_do(size(x), x, b, 2, scaled)
    c = zeros(size(x))
    parallel_do(size(b), b, c, raised)
    y = zeros(size(x))
    parallel_do(size(x), c, y, 3, scaled)
    parallel_do(size(y), y, squared)
end
function [] = main(rows : int = 2, columns : int = 3)
    x = zeros(rows, columns)
    {!serial for}
    for m = 0..rows-1
        for n = 0..columns-1
            x[m,n] = columns*m + n
        end
    end
    print all(x)
    % x is 0 to 5; twice that is 0, 2, 4, 6, 8, 10; raised gives 1, 3, 5, -6, -8, -10; three times that, squared:
    % => [[9,81,225],
    % =>  [324,576,900]]
end
