% A variable with a declared type takes no values of another kind later on.
x : int = 3
x = "a" %~ E0301 the value is a `string` where a `int` is needed
v : vec = [1.0,2.0]
v = "b" %~ E0301 the value is a `string` where a `vec(2)` is needed
s : string = "c"
s = 3 %~ E0301 the value is a `int` where a `string` is needed
