% Rows of a matrix are written out; variables are not joined to one.
a = [1,2]
b = [3,4]
print [a, b] %~ E0311 does not join arrays
print [[1,2], b] %~ E0311 does not join arrays
print [[1,2], [3,4]]
