%! features: F004
% A whole number beyond the range of int is a scalar; other bases than ten give the bits of an int.
print 3000000000, " ", 3000000000/1000
% => 3000000000 3000000
print 2147483647, " ", -2147483648, " ", -2147483648 + 1
% => 2147483647 -2147483648 -2147483647
print 0xFFFFFFFF, " ", 0x7FFFFFFF, " ", 80000000h
% => -1 2147483647 -2147483648
% Also in arrays of few elements, which registers hold where an int can be any of them.
x = vec[uint32](2)
x[0] = 3000000000
print x
% => [3000000000,0]
