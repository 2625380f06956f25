% A script without functions.
x = 1
y = x + 1
v = [x, y, 3]
for k = 0..2
    v[k] = v[k] * 2
    s = sum(v)
end
m = v * transpose(v)
text = "total " + s
print m, text
