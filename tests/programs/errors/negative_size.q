%! raises: size line 3
n = -3
x = zeros(n)
