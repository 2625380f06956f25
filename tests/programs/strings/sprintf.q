print sprintf("%d bins, max %d", 256, 17)
% => 256 bins, max 17
print sprintf("[%4d] [%04d] [%-4d]", 42, 42, 42)
% => [  42] [0042] [42  ]
print sprintf("%f %.2f %8.3f", 1.5, 2.345, 3.14159)
% => 1.500000 2.35    3.142
print sprintf("%s and %s", "one", "two")
% => one and two
print sprintf("%g %g", 0.5, 100000.0)
% => 0.5 100000
print sprintf("%e", 12345.0)
% => 1.234500e+04
print sprintf("100%%")
% => 100%
print sprintf("%x", 255)
% => ff
