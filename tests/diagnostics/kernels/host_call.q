%! features: F198
function y = host(x)
    y = x
end
function [] = __kernel__ k(x : vec, pos : int)
    x[pos] = host(1.0) %~ E0501 host
end
parallel_do(4, zeros(4), k)
