names = vec[string](4)
names[3] -= "a.png" %~ E0308 element of type `string`
names[0..1] += "b" %~ E0308 vec[string](2)
print names
