%! test opt interchange
% The first error of the old order is the one that counts: a copy of the kernel finds it.
% check: from repeated
% check: dimensions interchanged
% next: over [1], [0]
% check: after an error the launch is repeated in the order of the text, which finds the first

function [] = __kernel__ turn(x : mat, y : mat'checked, pos : ivec2)
    y[pos[1],pos[0]] = 2*x[0,pos[1]]
end
function [] = main(n : int = 5)
    x = ones(n, n+40)
    y = zeros(n+40, n)
    z = zeros(n, n+40)
    t = zeros(n, n)
    x[0,1] = 7
    parallel_do([size(x,0), size(x,1)], x, y, turn)
    print y[1,0], z[0,1], sum(y), sum(z)
end
