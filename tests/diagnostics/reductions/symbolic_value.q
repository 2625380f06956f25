%! features: F163
symbolic x : int, y : scalar
print x + 1 %~ E0603 symbolic name `x`
z = sin(y) %~ E0603 symbolic name `y`
