%! features: F254
%! structure: launch 3, array 6
%! warns: `plus` and `turned` are not fused line 17
%! warns: `turned` and `plus$$plus` are not fused line 19
% Nothing changes places; what stands side by side becomes one. Three launches, six arrays: p, x, a, q, y, r.
function [] = __kernel__ plus(x : vec, y : vec, step : scalar, pos : int)
    y[pos] = x[pos] + step
end
function [] = __kernel__ turned(x : mat, y : mat, pos : ivec2)
    y[pos] = 7*x[pos[1],pos[0]]
end
function [y, q, r] = steps(x : vec, p : mat)
    {!kernel_fusion strategy="manual"}
    a = zeros(numel(x))
    parallel_do(numel(x), x, a, 1, plus)
    q = zeros(size(p))
    parallel_do(size(p), p, q, turned)
    y = zeros(numel(x))
    parallel_do(numel(x), a, y, 10, plus)
    r = zeros(numel(x))
    parallel_do(numel(x), x, r, 5, plus)
end
function [] = main(n : int = 3)
    p = ones(n, n)
    p[0,2] = 2
    x = ones(n)
    [y, q, r] = steps(x, p)
    print x, " ", y, " ", r
    % 1 + 1 + 10 and 1 + 5
    % => [1,1,1] [12,12,12] [6,6,6]
    print q
    % Seven times the transposed matrix.
    % => [[7,7,7],
    % =>  [7,7,7],
    % =>  [14,7,7]]
end
