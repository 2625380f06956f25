%! raises: large line 3
n = 100000
x = zeros(n, n, 10)
