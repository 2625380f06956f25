f(3) = 4 %~ E0111 assign
