% Lists in fields, lists of objects and lists of anything.
type bag : mutable class
    items : vec
    names : vec[string]
endtype
type point : class
    x : int
    at : vec2
    name : string
endtype

% Fields of a value.
b = bag(items:=[], names:=[])
for k = 1..1000
    b.items = append(b.items, k)
    b.names = append(b.names, "n" + k)
end
print numel(b.items), " ", sum(b.items), " ", b.names[999], " ", numel(b.names)
% => 1000 500500 n1000 1000

% Fields of a shared object: both names see the longer list, who has the old one keeps it.
p : ^bag = bag(items:=[1], names:=vec[string](0))
old = p.items
q = p
q.items = append(q.items, 2)
for k = 3..1000
    p.items = append(p.items, k)
    p.names = append(p.names, "m" + k)
end
print numel(q.items), " ", sum(q.items), " ", old, " ", q.names[997]
% => 1000 500500 [1] m1000
function [] = add(self : ^bag, v)
    self.items = append(self.items, v)
end
p.add(0.5)
add(p, 0.25)
print numel(q.items), " ", q.items[1001]
% => 1002 0.25

% Open fields.
o = object()
o.list = [1]
for k = 2..100
    o.list = append(o.list, k)
end
print numel(o.list), " ", sum(o.list)
% => 100 5050

% Values of a class lie in an array per field.
points = vec[point](0)
for k = 0..99
    points = append(points, point(x:=k, at:=[k, -k], name:="p" + k))
end
first = points
points = append(points, points[3])
points = append(points, first)
print numel(first), " ", numel(points), " ", points[99].name, " ", points[100], " ", points[200].at
% => 100 201 p99 {x: 3, at: [3,-3], name: "p3"} [99,-99]
points[3].x = 7
print first[3].x, points[3].x, points[100].x
% => 373
started = []
started = append(started, point(x:=1, at:=[2, 3], name:="s"))
print started[0], " ", numel(started)
% => {x: 1, at: [2,3], name: "s"} 1

% Pointers.
bags = vec[^bag](0)
for k = 0..9
    one : ^bag = bag(items:=[k], names:=[])
    bags = append(bags, one)
end
bags[4].items = append(bags[4].items, 44)
print numel(bags), " ", bags[9].items, bags[4].items
% => 10 [9][4,44]

nodes = append(vec[^bag](0), nullptr)
nodes = append(nodes, bags[1])
print nodes[0] == nullptr, numel(nodes), nodes[1].items
% => 12[1]

% Arrays as elements, and all elements of such a list.
rows = vec[vec](0)
rows = append(rows, [1, 2])
rows = append(rows, zeros(0))
rows = append(rows, rows)
print numel(rows), " ", rows[2], numel(rows[3])
% => 4 [1,2]0

% Anything.
c = vec[??](0)
c = append(c, 1)
c = append(c, "two")
c = append(c, [3, 4])
c = append(c, x -> 2*x)
c = append(c, point(x:=5, at:=[0, 0], name:="five"))
print numel(c), " ", c[0], " ", c[1], " ", c[2], " ", c[3](8), " ", c[4].name
% => 5 1 two [3,4] 16 five
c = append(c, c)
print numel(c), " ", c[6]
% => 10 two
mixed = {1, "a"}
mixed = append(mixed, 2.5)
print mixed
% => [1,"a",2.5]
for k = 0..2
    mixed = append(mixed, k == 1 ? "one" : "other")
end
print mixed, " ", numel(mixed)
% => [1,"a",2.5,"other","one","other"] 6

for k = 0..2
    c = append(c, k == 0 ? "s" : (k == 1 ? [1, 2] : k))
end
print c[10], " ", c[11], " ", c[12]
% => s [1,2] 2

% A function that has the vector keeps what it was made with.
kept = [1.5, 2]
length_of = x -> x + numel(kept)
kept = append(kept, 3)
print length_of(0), " ", numel(kept)
% => 2 3

% A variable of the script that functions read.
seen = []
for k = 1..50
    seen = append(seen, k)
end
function y = count()
    y = numel(seen)
end
print count(), " ", seen[count()-1]
% => 50 50

% A list of lists that grow.
groups = vec[vec](3)
for k = 0..29
    groups[mod(k, 3)] = append(groups[mod(k, 3)], k)
end
print numel(groups[0]), " ", groups[1][9], " ", sum(groups[2])
% => 10 28 155
