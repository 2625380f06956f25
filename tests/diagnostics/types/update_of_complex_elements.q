z = [1+2i, 3]
z[0] ^^= 3 %~ E0308 element of type `cscalar`
z[1] &= 1 %~ E0308 element of type `cscalar`
z[0] ^= 2 %~ E0308 element of type `cscalar`
z[0] *= 2
print z
