x = 3
print x[0] %~ E0303 int
