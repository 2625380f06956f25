% A `dynamic class` lists fields; others appear by assignment. Its values are references.
type shape : dynamic class
    sides : int
    name
end
s = shape(sides:=4, name:="square")
s.length = 2.5
print s.sides, " ", s.name, " ", s.length
% => 4 square 2.5
print s
% => {sides: 4, name: "square", length: 2.5}
% Without arguments the fields with a type are zero, the others have no value yet.
e = shape()
print e
% => {sides: 0}
% A field with a type keeps it.
e.sides = int(3.7)
print e.sides
% => 3
function [] = widen(self : shape, by)
    self.sides += by
    self.wide = true
end
function y = corners(self : shape)
    y = self.sides
end
e.widen(5)
print e, " ", e.corners()
% => {sides: 8, wide: 1} 8
other = e
other.name = "octagon"
print e.name
% => octagon
try
    print s.wide
catch ex
    print ex.message
end
% => 's' has no field 'wide'
