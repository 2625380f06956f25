%! features: F055
type point : class
    x : scalar
endtype
p : ^point %~ E0346 has no value
