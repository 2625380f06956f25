x : = 3 %~ E0103 type
