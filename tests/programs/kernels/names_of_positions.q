% Parameters may have the names by which the text for GPUs calls positions.
function [] = __kernel__ deep(y : cube{4}, row : int, rows : int, p0 : int, p2 : int, pos : ivec4)
    y[pos[0],pos[1],pos[2],pos[3]] = 1000*row + 100*rows + 10*p0 + p2
end
function [] = __kernel__ flat(y : mat, p0 : int, p1 : int, first : int, pos : ivec2)
    y[pos[0],pos[1]] = 100*p0 + 10*p1 + first
end
function [] = main(n : int = 3)
    y = zeros(n, n, n, n)
    parallel_do(size(y), y, n+1, n+2, n+3, n+4, deep)
    % => 4567
    print y[1,2,0,1]
    z = zeros(n, n)
    parallel_do(size(z), z, n+4, n+5, n+6, flat)
    % => 789
    print z[2,1]
end
