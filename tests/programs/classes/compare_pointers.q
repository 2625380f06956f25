% Pointers are equal when they refer to one object, or when both are nullptr.
type node : mutable class
    value : int
    next : ^node
end
a : ^node = node(value:=1, next:=nullptr)
b : ^node = node(value:=1, next:=nullptr)
c = a
print a == b, a == c, a != b, a != c
% => 0110
print a == nullptr, a != nullptr, nullptr == a.next, a.next == b.next
% => 0111
a.next = b
b.next = a
print a.next == b, a.next.next == a, a.next != b.next
% => 111
% The length of a ring.
function n = ring(first : ^node)
    n = 1
    at = first.next
    while at != first
        n += 1
        at = at.next
    end
end
print ring(a)
% => 2
a.next = nullptr
b.next = nullptr
% A value of the class becomes an object of its own each time.
list = [a, b]
print list, " " + list
% => [^node,^node] [^node,^node]
type chain : class
    links : vec[^node]
end
print chain(links:=list)
% => {links: [^node,^node]}
found = -1
for i = 0..1
    if list[i] == b
        found = i
    end
end
print found
% => 1
% Objects with open fields.
o = object()
p = o
q = object()
print o == p, o == q, o != q
% => 101
