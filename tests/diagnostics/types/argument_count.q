print sqrt(1, 2) %~ E0401 sqrt
