%! features: F203
%! flags: -W unknown-attribute
function [] = __kernel__ large(x : vec, pos : int)
    {!kernel cache="large"} %~ W0622 `cache` of `kernel` does not take this value
    x[pos] = 0
end
function [] = __kernel__ number(x : vec, pos : int)
    {!kernel cache=2}       %~ W0622 `cache` of `kernel` does not take this value
    x[pos] = 0
end
x = ones(4)
parallel_do(4, x, large)
parallel_do(4, x, number)
