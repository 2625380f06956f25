function y = __device__ f(x)
    c = {x, "a"} %~ E0503 cells do not exist in kernel and device functions
    y = x
end
print f(1)
