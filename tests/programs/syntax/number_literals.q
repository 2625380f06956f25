%! features: F004
% A decimal point or an exponent makes a scalar; int arithmetic wraps at 32 bits when running (of constants it is an error).
greatest = 2147483647
print greatest + 1
% => -2147483648
print 16777216 + 1
% => 16777217
% A single precision scalar has 24 bits: 16777216 + 1 rounds to the even neighbour.
print 16777216. + 1
% => 16777216
print 1.4e3
% => 1400
print 2e-1
% => 0.2
print .5
% => 0.5
print 7.
% => 7
print -1.7e0
% => -1.7
