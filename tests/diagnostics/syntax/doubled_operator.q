x = 1 ++ 2
y = 3 ** 4 %~ E0102 expression
