x = (1 + ) %~ E0102 expression
