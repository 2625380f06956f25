% Arrays of arrays have no sum: neither as a value nor in an update.
v = vec[cube](3)
b = v[0]
b += v %~ E0308 does not work on a `vec[cube](3)`
w = vec[vec](2)
x = [1,2,3]
x += w %~ E0308 does not work on a `vec[vec](2)`
x[0..1] += w %~ E0301 cannot be updated by a `vec[vec](2)`
