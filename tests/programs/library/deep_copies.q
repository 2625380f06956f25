% deepcopy copies what objects and cells refer to, each thing once: what was shared is shared in the copy, a ring is a ring.
x = object()
x.name = "first"
x.data = [1,2]
y = deepcopy(x)
y.data[0] = 7
y.name = "second"
print x, y
% => {name: "first", data: [1,2]}{name: "second", data: [7,2]}
x.again = x.data
z = deepcopy(x)
z.again[1] = 9
print z.data, x.data
% => [1,9][1,2]
type node : mutable class
    value : int
    next : ^node
endtype
a : ^node = node(value:=1, next:=nullptr)
b : ^node = node(value:=2, next:=a)
a.next = b
c = deepcopy(b)
c.next.value = 5
c.value = 6
print a.value, b.value, " ", c.next.value, c.next.next.value
% => 12 56
% References are counted: rings are taken apart by hand.
c.next.next = nullptr
a.next = nullptr
d = {1, [2,3], "t"}
e = deepcopy(d)
q = e[1]
q[0] = 9
print d, e
% => [1,[2,3],"t"][1,[9,3],"t"]
