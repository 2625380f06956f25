function y = pick(n : int)
    if n > 0
        y = "text"
    else
        y = n
    end
end
a = pick(0)
x = zeros(4)
function [] = __kernel__ k(x : vec, v, pos : int)
    x[pos] = v
end
parallel_do(4, x, a, k) %~ E0503 cannot be passed to a kernel
parallel_do(4, __kernel__ (pos : int) -> x[pos] = a) %~ E0503
function y = __device__ twice(n : int)
    if n > 0
        t = "text"
    else
        t = n
    end
    y = t %~ E0503 holds a `string` or a `int` here
end
print twice(1)
