function [] = fill(x : vec)
    x[0] = 7
end
function [] = scale(x : vec)
    x *= 2
end
function y = first(x : vec)
    y = x[0]
end
function [] = __kernel__ k(x : vec, pos : int)
    x[pos] = 0
end
a = [1, 2, 3]
fill(a) %~ W0403 copy
scale(a) %~ W0403 copy
parallel_do(3, a, k) %~ W0403 copy
print first(a)
fill([1, 2, 3])
b = [1.0, 2.0]
fill(b)
