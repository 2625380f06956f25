x = [1,2,3]
print x[end] %~ E0114 end
