%! features: F060
function y = host(x)
    y = x + 1
end
function [] = __kernel__ k(x : vec, f : [__device__ scalar -> scalar], pos : int)
    x[pos] = f(x[pos])
end
parallel_do(3, zeros(3), host, k) %~ E0503 host
