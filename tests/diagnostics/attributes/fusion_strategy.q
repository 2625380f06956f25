%! features: F252 F254
function y = steps(x : vec)
    {!kernel_fusion strategy="fastest"} %~ W0622 `strategy` of `kernel_fusion` does not take this value
    y = zeros(numel(x))
    parallel_do(numel(x), x, y, __kernel__ (x : vec, y : vec, pos : int) -> y[pos] = x[pos])
end
print steps(ones(3))
