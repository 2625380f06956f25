type point : class
    length : scalar
    y : scalar
endtype
p = point(length:=1, y:=2)
print p.lenght %~ E0340 lenght
p.z = 3 %~ E0340 z
x = 3
print x.y %~ E0340 no fields
q = point(lenght:=1, y:=2) %~ E0340 lenght
p.stretch(2) %~ E0340 no method
%! features: F053
