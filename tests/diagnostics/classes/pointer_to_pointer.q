%! features: F055
type point : class
    x : scalar
endtype
a : ^^point = nullptr %~ E0345 another pointer
