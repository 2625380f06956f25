import "Other.dll" %~ W0201 Other.dll
print 1
