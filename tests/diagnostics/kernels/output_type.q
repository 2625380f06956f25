%! features: F156
function [y : mat] = __kernel__ k(x : vec, pos : int) %~ E0506 y
    x[pos] = 1
end
parallel_do(4, zeros(4), k)
