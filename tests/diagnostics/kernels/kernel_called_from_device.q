%! features: F198
function [] = __kernel__ k(x : vec, pos : int)
    x[pos] = 1
end
function y = __device__ d(x : vec)
    k(x, 0) %~ E0502 k
    y = 1
end
print d(zeros(3))
