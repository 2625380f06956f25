%! features: F108 F285
x = [1,2]
print x[2] %~ E0306 2
