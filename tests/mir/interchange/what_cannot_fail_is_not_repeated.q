%! test opt interchange
% What is written outside is dropped.
% not: from repeated
% not: try {
% check: dimensions interchanged
% next: over [1], [0]
% not: after an error

function [] = __kernel__ turn(x : mat, y : mat'safe, pos : ivec2)
    y[pos[1],pos[0]] = 2*x[0,pos[1]]
end
function [] = main(n : int = 5)
    x = ones(n, n+40)
    y = zeros(n+40, n)
    x[0,1] = 7
    parallel_do(size(x), x, y, turn)
    print y[1,0], sum(y)
end
