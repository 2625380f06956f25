x = 3
print("x = %d" % x) %~ E0105 `(` is never closed
print x
