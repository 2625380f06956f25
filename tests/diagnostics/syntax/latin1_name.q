grösse = 1 %~ E0001 character
