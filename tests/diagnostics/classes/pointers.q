% What a pointer takes, and that its value is a class.
type node : mutable class
    value : int
    next : ^node
endtype
type leaf : mutable class
    value : int
endtype
p : ^node = 3 %~ E0301 a `int` where a `^node` is needed
q : ^node = leaf(value:=1) %~ E0301 a `leaf` where a `^node` is needed
r : ^int = 3 %~ E0345 `^` does not apply to a `int`
