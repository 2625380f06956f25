% Dictionaries exist in host code only.
d = dictionary("a", 1)
x = zeros(10)
function [] = __kernel__ reads(x : vec, pos : int)
    x[pos] = d["a"] %~ E0503 dictionaries do not exist in kernel and device functions
end
parallel_do(size(x), x, reads)
function [] = __kernel__ asks(x : vec, pos : int)
    x[pos] = lookup(d, "a", 0) %~ E0501 a kernel cannot call the host function `lookup`
end
parallel_do(size(x), x, asks)
function [] = __kernel__ makes(x : vec, pos : int)
    e = dictionary() %~ E0503
    x[pos] = 1
end
parallel_do(size(x), x, makes)
function [] = __kernel__ takes(x : vec, e, pos : int)
    x[pos] = 1
end
parallel_do(size(x), x, d, takes) %~ E0503 values of type `dictionary[string,int]` cannot be passed to a kernel
function y = __device__ first(e)
    y = e["a"] %~ E0503 dictionaries do not exist in kernel and device functions
end
print first(d)
