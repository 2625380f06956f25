% The table of the manual, host column: numbers and classes go by value, arrays, strings, functions and pointers by reference.
type point : mutable class
    x : scalar
endtype
function [] = number(a, b : cscalar)
    a = 9
    b = 9i
end
function [] = small(a : vec3, b : ivec2, c : cvec2)
    a[0] = 9
    b[1] = 9
    c[0] = 9i
end
function [] = large(a : vec, b : mat, c : cube)
    a[0] = 9
    b[0,1] = 9
    c[0,0,1] = 9
    a = zeros(2)
end
function [] = text(a : string)
    a = a + "!"
end
function y = apply(f : [scalar -> scalar], x : scalar)
    y = f(x)
end
function [] = value(p : point)
    p.x = 9
end
function [] = pointer(p : ^point)
    p.x = 9
end
function [] = anything(a : ??)
    a[0] = 9
end
a = 1
b = 2i
number(a, b)
print a, " ", b
% => 1 0+2i
s = [1.0,2.0,3.0]
i = [1,2]
c = [1i,2i]
small(s, i, c)
print s, i, c
% => [9,2,3][1,9][0+9i,0+2i]
v = zeros(2)
m = zeros(1,2)
q = zeros(1,1,2)
large(v, m, q)
print v, m, q
% => [9,0][0,9][[[0,9]]]
t = "text"
text(t)
print t
% => text
print apply(x -> 2*x, 4)
% => 8
p = point(x:=1)
value(p)
print p.x
% => 1
r : ^point = point(x:=1)
pointer(r)
print r.x
% => 9
u = zeros(2)
anything(u)
k = {"s", [1,2]}
anything(k[1])
print u[0], k
% => 9["s",[9,2]]
