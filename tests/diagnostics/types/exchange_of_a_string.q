names = vec[string](4)
old = (names[0] <- "a") %~ E0308 string
print old
