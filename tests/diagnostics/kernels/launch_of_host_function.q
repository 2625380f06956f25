%! features: F198
function [] = f(x : vec, pos : int)
    x[pos] = 1
end
parallel_do(4, zeros(4), f) %~ E0505 f
