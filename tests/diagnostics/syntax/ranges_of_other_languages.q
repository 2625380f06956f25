k = 3
x = 0..9
a = x[0:k-1] %~ E0101 expected `,` or `]`
b = x[::2] %~ E0102 expected an expression
c = x[..k] %~ E0102 expected an expression
d = x[k..] %~ E0102 expected an expression
e = x[k++] %~ E0102 expected an expression
++k %~ W0104 starts with `+`
print(x') %~ E0101 expected `,` or `)`
