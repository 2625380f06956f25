x = [1, 2,] %~ E0101 after the comma
