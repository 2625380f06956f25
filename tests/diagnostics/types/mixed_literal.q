%! features: F009
x = [1,"a"] %~ E0310 string
print x
