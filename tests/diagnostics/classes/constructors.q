type point : class
    x : scalar
    y : scalar
endtype
a = point(x:=1) %~ E0341 lacks `y`
b = point(1, 2) %~ E0341 by name
c = point(x:=1, x:=2, y:=3) %~ E0341 twice
d = point(x:="a", y:=1) %~ E0301 field `x`
type action : class
    run : [scalar -> scalar]
endtype
e = action() %~ E0341 function
f = action(run:=3) %~ E0301 function
%! features: F053
