%! features: F077
% An object has the fields that were assigned to it; every name for it is the same object.
o = object()
o.x = 1
o.name = "pear"
print o.x, " ", o.name
% => 1 pear
print o
% => {x: 1, name: "pear"}
% A field takes another type with a new value.
o.x = o.x + 0.5
o.x += 1
print o.x
% => 2.5
o.name = o.name + "s"
print o
% => {x: 2.5, name: "pears"}
o.v = [1,2,3]
o.v[1] = 7
print o.v, " ", o.v[1]
% => [1,7,3] 7
same = o
same.x = 9
print o.x
% => 9
% Passed to functions, as any other reference: 9 + 11.
function y = total(p)
    y = p.x + sum(p.v)
end
function [] = show(p : object)
    print "<", p.name, ">"
end
function [] = grow(p : ??)
    p.x += 1
end
print total(o)
% => 20
show(o)
% => <pears>
grow(o)
print o.x
% => 10
if o.x > 5
    print "big"
end
% => big
% Functions and objects in fields.
o.next = a -> a + 1
print o.next(3)
% => 4
o.inner = object()
o.inner.k = 4
o.inner.k += 1
print o.inner.k
% => 5
o.weight : scalar = 2
print o.weight/4
% => 0.5
print o
% => {x: 10, name: "pears", v: [1,7,3], next: function, inner: object, weight: 2}
% What was never assigned to this object is an error when it is read.
u = object()
try
    print u.x
catch ex
    print ex.message
end
% => 'u' has no field 'x'
print u
% => {}
n = 0
for i = 0..2
    u.count = i
    n += u.count
end
print n, " ", u
% => 3 {count: 2}
% Objects in arrays and cells.
pair = [o, u]
pair[1].count = 8
print u.count, " ", numel(pair)
% => 8 2
all = {u, "text", 3}
print all
% => [object,"text",3]
for i = 0..1
    one = all[i]
    try
        one.tag = i
        print one.tag
    catch ex
        print ex.message
    end
end
% => 0
% => a `string` has no fields
% A variable that holds an object or a number.
x : object
x = 4
if n > 0
    x = object()
    x.y = 2
end
x.y += 1
print x.y
% => 3
% An unknown value has the type that it is given.
z : ?? = 3
z = "three"
print z
% => three
% As text: in a string, and by a format.
t = object()
t.a = 1
t.b = {1, "two"}
print "t: " + t + sprintf(" %s", t)
% => t: {a: 1, b: [1,"two"]} {a: 1, b: [1,"two"]}
