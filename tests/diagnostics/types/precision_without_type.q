% A modifier of precision belongs to a scalar.
x : vec['half] = zeros(3) %~ E0110 `'half` has no type in front of it
print x[0]
