%! raises: element line 3
x = zeros(6)
y = reshape(x, [4,2])
