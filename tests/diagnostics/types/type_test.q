n = "cube"
x = 3
y = type(x, n + "s") %~ E0301 constant
z = type(x, "cub") %~ E0205 cub
