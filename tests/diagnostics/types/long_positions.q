% A position has as many numbers as the array has dimensions, and what is taken apart has a limit.
function [] = __kernel__ k(x : mat, pos : vec(2147483647))
    x[pos] = 1 %~ E0305 2147483647 indices for a `mat(2,2)`
end
x = zeros(2,2)
parallel_do(size(x), x, k)
function [] = __kernel__ m(x : mat, pos : vec(2147483647))
    x[...pos] = 1 %~ E0315 a vector of 2147483647 elements is too long to be taken apart
end
parallel_do(size(x), x, m)
