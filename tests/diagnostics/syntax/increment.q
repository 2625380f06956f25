x = 1
x++ %~ E0102 expression
