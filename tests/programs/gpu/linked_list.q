%! features: F297
%! trace: in node_1 24; in node_0 24; launch 19; wait error; out node_0 24; out x 12
% A list of objects goes to a kernel: from one pointer all nodes are reached, and get what the kernel has changed. Two columns go to the GPU,
% the number of each node's next one and its value, for null and the five nodes; only the values come back.
type node : mutable class
    value : scalar
    next : ^node
endtype
function y : ^node = chain(n)
    last : ^node = nullptr
    for k = n-1..-1..0
        first : ^node = node(value:=10*k, next:=last)
        last = first
    end
    y = last
end
head = chain(5)
x = zeros(3)
function [] = __kernel__ visit(x : vec, first : ^node, pos : int)
    at : ^node = first
    for k = 1..pos
        at = at.next
    end
    x[pos] = at.value
    at.value += 1
end
parallel_do(3, x, head, visit)
print x
% => [0,10,20]
print head.value, " ", head.next.value, " ", head.next.next.value, " ", head.next.next.next.value
% => 1 11 21 30
