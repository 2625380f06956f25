% Interfaces are classes of functions.
type shape : class
    area : [() -> scalar]
    scaled : [scalar -> scalar]
endtype
function y : shape = square(side : scalar)
    y = shape(area:=() -> side^2, scaled:=k -> k * side)
end
function y : shape = disc(r : scalar)
    y = shape(area:=() -> 3 * r^2, scaled:=k -> k * r)
end
function y = describe(s : shape)
    y = s.area() + s.scaled(10)
end
a = square(2)
b = disc(1)
print a.area(), " ", b.area()
% => 4 3
print describe(a), " ", describe(b)
% => 24 13
f = a.scaled
print f(3)
% => 6
