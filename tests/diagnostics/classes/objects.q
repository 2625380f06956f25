%! features: F077
type shape : dynamic class
    sides : int
end
type point : class
    x : int
end
o = object()
o.width = 3
print o.widht %~ E0340 widht
o.bounds.left = 3 %~ E0340 bounds
p = object(3) %~ E0401 no arguments
s = shape(sides:="a") %~ E0301 field `sides`
w = shape()
w.sides = "a" %~ E0301 string
w.fill(1) %~ E0340 no method `fill`
q = point(x:=1)
q.y : int = 2 %~ E0111 no new fields
r : ^shape = w %~ E0345 reference already
