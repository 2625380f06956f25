function y = host(x)
    y = x
end
function y = __device__ twice(x : scalar)
    y = 2*x
end
function [] = __kernel__ apply(a : vec, f : [__device__ scalar -> scalar], pos : int)
    a[pos] = f(a[pos])
end
a = zeros(3)
for k = 0..1
    g = k > 0 ? twice : host
    parallel_do(3, a, g, apply) %~ E0503 `host` is a host function
end
h = {twice, 3}
for k = 0..1
    parallel_do(3, a, h[k], apply) %~ E0301 not a function
end
