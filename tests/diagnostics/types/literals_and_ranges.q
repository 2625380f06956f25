a = [[1,2],[3]] %~ E0302 the rows of a matrix have equal lengths
b = [1, "a", 2.5] %~ E0310 a vector of `int` cannot hold a `string`
c = [[1,2], 3] %~ E0311 does not join arrays
d = "a".."c" %~ E0301 the start of a range is a `string` %~ E0301 the end of a range is a `string`
