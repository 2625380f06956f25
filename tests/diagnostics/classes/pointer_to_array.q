%! features: F055
type point : class
    x : scalar
endtype
a : ^mat = [[1,2],[3,4]] %~ E0345 `^` does not apply to a `mat`
