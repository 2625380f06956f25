% Ranges with colons, steps, transposes.
k = 3
x = 0..9
a = x[0:k-1]
b = x[..k]
c = x[k..]
d = x[k++]
++k
print(x')
