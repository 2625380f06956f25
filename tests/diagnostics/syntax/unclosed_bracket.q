x = (1 + 2 %~ E0105 never closed
