% Nothing can point to nothing where there is no class.
x = nullptr %~ E0900 null pointers in programs that use no class
print "a"
