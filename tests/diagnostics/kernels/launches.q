% The usual slips in a launch.
function [] = __kernel__ k(x : vec, y : vec, pos : int)
    y[pos] = x[pos]
end
x = zeros(3)
parallel_do(3, x, k) %~ E0401 `k` takes 2 arguments, not 1
parallel_do(3, x, x, x, k) %~ E0401 `k` takes 2 arguments, not 3
parallel_do(3, x, x) %~ E0505 the last argument of a launch is a kernel
parallel_do("a", x, x, k) %~ E0504 launch dimensions
parallel_do(3, "a", x, k) %~ E0301 a `string` where a `vec` is needed
parallel_do(3, x, x, kk) %~ E0201 kk
parallel_do(3, x, x, pos, k) %~ E0201 pos
%! features: F207
