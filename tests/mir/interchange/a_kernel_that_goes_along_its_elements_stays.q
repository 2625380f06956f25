%! test opt interchange
% The last dimension is the right one.
% check: from written
% not: interchanged

function [] = __kernel__ along(x : mat, y : mat, pos : ivec2)
    y[pos[0],pos[1]] = 2*x[pos[0],pos[1]]
end
function [] = main(n : int = 5)
    x = ones(n, n+40)
    y = zeros(n+40, n)
    z = zeros(n, n+40)
    t = zeros(n, n)
    x[0,1] = 7
    parallel_do(size(x), x, z, along)
    print y[1,0], z[0,1], sum(y), sum(z)
end
