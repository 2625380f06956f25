% A name of any kind that is nearly right is met with the right one.
type point : class
    width : scalar
    height : scalar
end
function r = enlarge(self : point, by : scalar)
    r = self.width*by
end
type colour : enum
    crimson
    azure
end
function r = distance(from : scalar, towards : scalar)
    r = towards - from
end
length = 3
print lenght
print distanse(1, 2)
print sqroot(2.0)
p = point(width:=1.0, height:=2.0)
print p.widht
print p.enlarg(2)
p.heigth = 3
q = point(widht:=1.0, height:=2.0)
print colour.crimsom
x : pont = p
print distance(frm:=1, towards:=2)
y = zeros(3,3)
z : matt = y
