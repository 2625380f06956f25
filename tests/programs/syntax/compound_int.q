%! features: F027
a = 7
a += 3
print a
% => 10
a -= 4
print a
% => 6
a *= 2
print a
% => 12
a ^= 2
print a
% => 144
b = 6
b &= 3
print b
% => 2
b |= 5
print b
% => 7
b ~= 2
print b
% => 5
b ^^= 9
print b
% => 9
b __= 4
print b
% => 4
