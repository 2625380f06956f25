%! features: F058
function [] = __kernel__ k(x : vec[??], pos : int)
    x[pos] = 1
end
c = vec[??](4)
c[0] = 1
c[1] = "two"
parallel_do(4, c, k) %~ E0503 cannot be passed to a kernel
function y = __device__ first(x)
    y = x[0]
end
print first(c) %~ E0503
m = mat[??](1,1)
m[0,0] = 5
x = zeros(4)
parallel_do(4, __kernel__ (pos : int) -> x[pos] = m[0,0]) %~ E0503
