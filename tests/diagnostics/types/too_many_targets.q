[a, b] = sqrt(4) %~ E0406 
print a
