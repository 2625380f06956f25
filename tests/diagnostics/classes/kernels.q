type node : mutable class
    value : scalar
    next : ^node
endtype
head : ^node = nullptr
x = zeros(4)
function [] = __kernel__ k(x : vec, n : ^node, pos : int)
    x[pos] = 1
end
parallel_do(4, x, head, k) %~ E0503 ^node
parallel_do(4, x, __kernel__ (x : vec, pos : int) -> x[pos] = head.value) %~ E0503 head
