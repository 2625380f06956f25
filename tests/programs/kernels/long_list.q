%! features: F297
% A hundred thousand nodes, one behind the other: neither sending them nor bringing them back goes as deep as the list is long.
type node : mutable class
    value : int
    next : ^node
endtype
function y : ^node = chain(n)
    last : ^node = nullptr
    for k = n-1..-1..0
        first : ^node = node(value:=mod(k,7), next:=last)
        last = first
    end
    y = last
end
n = 100000
head = chain(n)
function [] = __kernel__ total(first : ^node, sums : vec[int], pos : int)
    at : ^node = first
    s = 0
    while at != nullptr
        s += at.value
        at = at.next
    end
    sums[pos] = s
end
sums = vec[int](2)
parallel_do(2, head, sums, total)
% 14285 rounds of 0+1+…+6 = 21, and of the last five nodes 0+1+2+3+4.
print sums
% => [299995,299995]
at : ^node = head
while at.next != nullptr
    rest = at.next
    at.next = nullptr
    at = rest
end
