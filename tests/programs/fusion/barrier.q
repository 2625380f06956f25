%! features: F255
%! structure: launch 2, kernel 2, array 2
%! reports: fusion a barrier of kernel fusion stands between them
% Four launches, a barrier in the middle: two are left. Of the arrays that the program names, the one that crosses the barrier and the result are
% made; the ones that `x` holds are a number in the first kernel.
function [] = __kernel__ plus(x : vec, y : vec, step : scalar, pos : int)
    y[pos] = x[pos] + step
end
function y = steps(x : vec)
    {!kernel_fusion strategy="manual"}
    a = zeros(numel(x))
    b = zeros(numel(x))
    c = zeros(numel(x))
    y = zeros(numel(x))
    parallel_do(numel(x), x, a, 1, plus)
    parallel_do(numel(x), a, b, 10, plus)
    {!kernel_fusion barrier}
    parallel_do(numel(x), b, c, 100, plus)
    parallel_do(numel(x), c, y, 1000, plus)
end
function [] = main(n : int = 3)
    print steps(ones(n))
    % 1 + 1 + 10 + 100 + 1000
    % => [1112,1112,1112]
end
