x = 1 y = 2 %~ E0104 statement
