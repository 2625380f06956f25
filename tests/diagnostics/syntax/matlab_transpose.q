x = [1,2,3]
y = x' %~ E0104 end of the statement
