x = 3 @ 4 %~ E0001 character
