%! features: F256
%! structure: launch 2
%! reports: fusion launches changed their order
% The second launch has other positions and other arrays: the third comes before it, and two launches are left of three.
function [] = __kernel__ plus(x : vec, y : vec, step : scalar, pos : int)
    y[pos] = x[pos] + step
end
function [] = __kernel__ copied(x : mat, y : mat, pos : ivec2)
    y[pos] = 7*x[pos]
end
function [y, q] = steps(x : vec, p : mat)
    {!kernel_fusion strategy="smart"}
    a = zeros(numel(x))
    y = zeros(numel(x))
    q = zeros(size(p))
    parallel_do(numel(x), x, a, 1, plus)
    parallel_do(size(p), p, q, copied)
    parallel_do(numel(x), a, y, 10, plus)
end
function [] = main(n : int = 3)
    [y, q] = steps(ones(n), ones(2, n))
    print y
    % 1 + 1 + 10
    % => [12,12,12]
    print q
    % => [[7,7,7],
    % =>  [7,7,7]]
end
