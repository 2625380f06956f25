x : scalar = "a" %~ E0301 string
print x
