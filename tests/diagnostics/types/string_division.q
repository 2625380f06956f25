x = "text"/2 %~ E0308 string
print x
