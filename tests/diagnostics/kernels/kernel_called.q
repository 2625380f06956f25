%! features: F198
function [] = __kernel__ k(x : vec, pos : int)
    x[pos] = 1
end
k(zeros(4), 0) %~ E0502 k
