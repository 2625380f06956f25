type point : mutable class
    x : int
endtype
a : point'circular = point(x:=1) %~ E0110 `'circular` is for arrays, not for a `point`
b : ^point'mirror = point(x:=1) %~ E0110 `'mirror` is for arrays
type color : enum
    Red
endtype
c : color'safe = color.Red %~ E0110 `'safe` is for arrays, not for a `color`
d : ^point'const = point(x:=1)
