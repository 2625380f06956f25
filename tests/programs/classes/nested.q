% Classes within classes, strings, arrays; a copy is a copy of everything that the class holds by value.
type point : class
    x : scalar
    y : scalar
endtype
type shape : class
    name : string
    at : point
    n : int
endtype
s = shape()
s.at.x = 3
s.name = "sq"
s.n += 4
t = s
t.at.y = 9
t.name += "uare"
t.n *= 2
print s
% => {name: "sq", at: {x: 3, y: 0}, n: 4}
print t
% => {name: "square", at: {x: 3, y: 9}, n: 8}
t.at = point(x:=1, y:=2)
inner = t.at
inner.x = 50
print t.at, " ", inner.x
% => {x: 1, y: 2} 50
% Arguments in another order than the fields; a value may use the variable that it replaces.
p = point(y:=2, x:=1)
p = point(x:=p.y, y:=p.x)
print p
% => {x: 2, y: 1}
text = "p is " + p
print text
% => p is {x: 2, y: 1}
c = s.n > 3 ? p : point()
print c, " ", (s.n > 4 ? p : point())
% => {x: 2, y: 1} {x: 0, y: 0}
