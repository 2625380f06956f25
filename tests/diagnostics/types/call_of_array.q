x = [1,2]
print x(0) %~ E0405 vec
