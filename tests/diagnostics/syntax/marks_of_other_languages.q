x = 2**3 %~ E0102 expected an expression
x = 1 << 3 %~ E0102 expected an expression
x = 8 >> 1 %~ E0102 expected an expression
f = a => a^2 %~ E0102 expected an expression
if x <> 2 %~ E0102 expected an expression
    print x
end
y = [1 2 3] %~ E0101 expected `,` or `]`
print y[:2] %~ E0102 expected an expression
print y[1:] %~ E0103 expected a type
