%! features: F047
print 7 + 3, " ", 7 - 10, " ", 6*7
% => 10 -3 42
% Of constants what does not fit is an error (diagnostics/types/int_overflow.q); of variables 32 bits are left.
m = 2147483647
n = 65536
print m + 1, " ", -m - 2
% => -2147483648 2147483647
print n*n
% => 0
print 3^4
% => 81
print int(2.9), " ", int(-2.9), " ", int(7/2)
% => 2 -2 3
print mod(7,3), " ", mod(-7,3), " ", mod(7,-3)
% => 1 -1 1
print 1/2 + 1/2
% => 1
