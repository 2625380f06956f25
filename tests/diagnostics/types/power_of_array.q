print [1,2] ^ 2 %~ E0309 power
