% Class values, keys of enumerations, exceptions and pointers in cells and in variables of several types.
type point : mutable class
    x : int
    y : scalar
end
type pixel : class
    x : int
    at : vec3
    next : ^point
end
type colour : enum
    Red
    Green = 5
end
function [] = shift(self : point, by)
    self.x += by
end
function y = reach(self : point)
    y = self.x + self.y
end
function y = reach(self : pixel)
    y = sum(self.at)
end
p = point(x:=1, y:=2)
c = {p, "a", 3, colour.Green}
print c
% => [{x: 1, y: 2},"a",3,Green]
% An element of a cell is a copy of the value, as every value of a class is.
p.x = 7
print c[0], " ", c[0].x, " ", p.x
% => {x: 1, y: 2} 1 7
first = c[0]
first.x = 4
print first.x, " ", c[0].x
% => 4 1
% Fields of elements may be assigned, and methods change them.
c[0].x = 10
c[0].shift(2)
print c[0].x, " ", c[0].reach()
% => 12 14
% The member is known when running only; each operation is that of the member.
q = pixel(x:=20, at:=[1,2,3], next:=nullptr)
all = {p, q, "text", colour.Red}
for k = 0..3
    v = all[k]
    try
        print v, " ", v.x, " ", v.reach()
    catch ex
        print v, ": ", ex.message
    end
end
% => {x: 7, y: 2} 7 9
% => {x: 20, at: [1,2,3], next: nullptr} 20 6
% => text: a `string` has no fields
% => Red: a `colour` has no fields
% A variable of two types: fields are assigned and methods work where the value is of that class.
u = p
for k = 0..2
    if k == 2
        u = "done"
    else
        u.x = k
        u.shift(100)
        u.y += 1
        print u.x, " ", u.y
    end
end
% => 100 3
% => 101 4
print u, " ", p.x
% => done 7
% Keys compare as ints, also after a time in a cell.
keys = {colour.Red, "no key", colour.Green}
count = 0
for k = keys
    try
        if k == colour.Green
            count += 1
        end
    catch ex
        print ex.message
    end
end
print count, " ", keys
% => a `string` and a `colour` cannot be compared
% => 1 [Red,"no key",Green]
n : int = c[3]
print n
% => 5
% Exceptions.
kept = {0, 0}
try
    error("lost")
catch ex
    kept = {ex, 1}
end
print kept, " ", kept[0].message
% => [lost,1] lost
% Pointers: the object itself.
s : ^point = point(x:=1, y:=1)
mixed = {s, p, nullptr == s}
mixed[0].x = 30
print s.x, " ", mixed[0].x, " ", mixed
% => 30 30 [^point,{x: 7, y: 2},0]
% A cell of values of one class is an array of it.
same = {p, p}
same[1].x = 2
print same[0].x, " ", same[1].x
% => 7 2
% A loop over a cell of one class.
total = 0
for v = {q, q}
    total += v.x + v.at[1]
end
print total
% => 44
% In fields of objects.
o = object()
o.place = p
o.place.x = 5
o.place.shift(1)
o.kind = colour.Red
print o.place.x, " ", p.x, " ", o
% => 6 7 {place: {x: 6, y: 2}, kind: Red}
o.kind = "none"
print o.kind
% => none
% What an array in the value holds is seen by whatever prints it (a single row prints as a vector).
type table : class
    name : string
    rows : mat
end
w = table(name:="t", rows:=zeros(1,2))
held = {w, 1}
w.rows[0,1] = 5
print held, " ", held[0]
% => [{name: "t", rows: [0,5]},1] {name: "t", rows: [0,5]}
% Several targets at once.
both = {p, 1}
[both[0].x, both[1], rest] = [70, 71, 72]
print both, " ", rest
% => [{x: 70, y: 2},71] 72
