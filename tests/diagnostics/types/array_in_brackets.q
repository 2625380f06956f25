a = [1,2]
print [a,3] %~ E0311 array
