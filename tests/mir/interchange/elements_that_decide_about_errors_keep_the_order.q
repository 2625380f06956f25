%! test opt interchange
% What is raised depends on what others wrote.
% not: interchanged

function [] = __kernel__ placed(x : mat, y : mat'checked, pos : ivec2)
    y[int(x[0,pos[1]]),pos[0]] = 1
end
function [] = main(n : int = 5)
    x = ones(n, n+40)
    y = zeros(n+40, n)
    z = zeros(n, n+40)
    t = zeros(n, n)
    x[0,1] = 7
    parallel_do(size(x), x, y, placed)
    print y[1,0], z[0,1], sum(y), sum(z)
end
