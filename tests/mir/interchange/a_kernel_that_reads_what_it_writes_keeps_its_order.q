%! test opt interchange
% Repeated, it would change elements twice.
% not: from repeated

function [] = __kernel__ doubled(y : mat'checked, pos : ivec2)
    y[pos[1],pos[0]] = 2*y[pos[1],pos[0]]
end
function [] = main(n : int = 5)
    x = ones(n, n+40)
    y = zeros(n+40, n)
    z = zeros(n, n+40)
    t = zeros(n, n)
    x[0,1] = 7
    parallel_do([size(x,0), size(x,1)], y, doubled)
    print y[1,0], z[0,1], sum(y), sum(z)
end
