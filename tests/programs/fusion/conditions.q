%! structure: launch 1, kernel 1
%! reports: fusion each part has a condition on the position: the extents may differ
% Launches of different sizes: each part of the kernel runs where its own launch would.
function [] = __kernel__ filled(x : mat, value : scalar, pos : ivec2)
    x[pos] = value + 10*pos[0] + pos[1]
end
function [] = both(x : mat, y : mat)
    {!kernel_fusion strategy="smart"}
    parallel_do([2, 3], x, 100, filled)
    parallel_do([3, 2], y, 500, filled)
end
function [] = main(n : int = 3)
    x = zeros(n, n)
    y = zeros(n, n)
    both(x, y)
    print x
    % => [[100,101,102],
    % =>  [110,111,112],
    % =>  [0,0,0]]
    print y
    % => [[500,501,0],
    % =>  [510,511,0],
    % =>  [520,521,0]]
end
