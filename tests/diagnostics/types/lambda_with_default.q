%! features: F143
f = (x = 1) -> x %~ E0409 lambda
print f(2)
