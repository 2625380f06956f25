%! features: F198
function [] = __kernel__ inner(x : vec, pos : int)
    x[pos] = 1
end
function [] = __kernel__ outer(x : vec, pos : int)
    inner(x, pos) %~ E0502 inner
end
parallel_do(3, zeros(3), outer)
