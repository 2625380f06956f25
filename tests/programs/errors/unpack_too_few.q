%! raises: element line 3
v = zeros(2)
[a, b, c] = v
