% What cannot be put in order, and directions and dimensions that are not there.
print sort([1, 2i]) %~ E0404 real numbers or an array of strings
print sort("abc") %~ E0404 real numbers or an array of strings
print sort({1, "a"}) %~ E0404 real numbers or an array of strings
print sort([2, 1], "up") %~ E0404 does not know this order
print argsort([2, 1], -1) %~ E0404 no dimension
print indmax(["a"]) %~ E0404 real numbers
print indmin() %~ E0401 1 argument
[a, b, c] = sort([1, 2]) %~ E0406 3 targets
