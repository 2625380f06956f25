type point : class
    x : scalar
    x : int %~ E0343 field `x`
endtype
type node : class
    next : node %~ E0344 contain itself
endtype
type point : enum %~ E0343 type `point`
    A
endtype
type loop : loop %~ E0344 defined by itself
y : loop = 3
z : pont = 3 %~ E0205 pont
type holder[T] : class
    x : T
endtype
h = holder() %~ E0401 1 type in brackets
type tree : class
    branches : vec[tree] %~ E0344 contain itself
endtype
t = tree()
