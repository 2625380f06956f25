% A pointer goes to a kernel as a reference, by argument or by capture.
type node : mutable class
    value : scalar
    next : ^node
endtype
function [] = __kernel__ visit(first : ^node, x : vec, pos : int)
    at : ^node = first
    for k = 1..pos
        at = at.next
    end
    x[pos] = at.value
    at.value += 10
end
function [] = __device__ clear(n : ^node)
    n.value = 0
end
c : ^node = node(value:=3, next:=nullptr)
b : ^node = node(value:=2, next:=c)
a : ^node = node(value:=1, next:=b)
x = zeros(3)
parallel_do(3, a, x, visit)
print x, a.value, " ", b.value, " ", c.value
% => [1,2,3]11 12 13
parallel_do(1, __kernel__ (pos : int) -> clear(b))
print b.value
% => 0
