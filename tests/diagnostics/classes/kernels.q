type named : mutable class
    value : scalar
    name : string
endtype
type node : mutable class
    value : scalar
    next : ^node
endtype
n = named()
x = zeros(4)
function [] = __kernel__ k(x : vec, n : named, pos : int)
    x[pos] = 1
end
parallel_do(4, x, n, k) %~ E0503 named
parallel_do(4, x, __kernel__ (x : vec, pos : int) -> x[pos] = n.value) %~ E0503 n
r : ^named = n
function [] = __kernel__ m(x : vec, n : ^named, pos : int)
    n.name = n.name + "a" %~ E0503 strings
end
parallel_do(4, x, r, m)
function [] = __kernel__ o(x : vec, n : ^node, pos : int)
    n.next = node(value:=1, next:=nullptr) %~ E0503 shared objects
end
head : ^node = node()
parallel_do(4, x, head, o)
