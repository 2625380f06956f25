%! raises: size line 4
x = zeros(3)
y = zeros(4)
print x + y
