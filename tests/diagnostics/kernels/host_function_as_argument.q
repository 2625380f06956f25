%! features: F060
function y = host(x)
    y = x + 1
end
function [] = __kernel__ k(x : vec, f : [__device__ scalar -> scalar], pos : int)
    x[pos] = f(x[pos])
end
parallel_do(3, zeros(3), host, k) %~ E0503 host
% A lambda without a kind is a device function where a kernel calls it: it has to be one.
through = x -> host(x) %~ E0501 a device function cannot call the host function `host`
parallel_do(3, zeros(3), x -> 2*x, k)
parallel_do(3, zeros(3), through, k)
function [] = __kernel__ captures(y : vec, pos : int)
    y[pos] = text(y[pos])
end
text = x -> strlen(sprintf("%d", x)) %~ E0503 `sprintf` does not exist in kernel and device functions
parallel_do(3, zeros(3), captures)
function y = __device__ applied(f : [__device__ scalar -> scalar])
    y = f(1)
end
print applied(host) %~ E0503 `host` is a host function where a device function is needed
print through(3), text(3)
