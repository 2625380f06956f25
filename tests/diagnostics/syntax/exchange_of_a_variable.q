a = 1
old = (a <- 2) %~ E0111 element
