%! test opt interchange
% Elements of y lie side by side along the first dimension.
% check: launch turn [$b, $a] (
% check: kernel turn(%x: [f32], %y: [f32]) at [v1, v0] from written
% check: dimensions interchanged
% next: over [1], [0]

function [] = __kernel__ turn(x : mat, y : mat, pos : ivec2)
    y[pos[1],pos[0]] = 2*x[0,pos[1]]
end
function [] = main(n : int = 5)
    x = ones(n, n+40)
    y = zeros(n+40, n)
    z = zeros(n, n+40)
    t = zeros(n, n)
    x[0,1] = 7
    parallel_do(size(x), x, y, turn)
    print y[1,0], z[0,1], sum(y), sum(z)
end
