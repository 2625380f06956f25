%! features: F027
a = 1.5
a += 1
print a
% => 2.5
a -= 0.5
print a
% => 2
a *= 4
print a
% => 8
a /= 16
print a
% => 0.5
a ^= 2
print a
% => 0.25
a .*= 8
print a
% => 2
a ./= 4
print a
% => 0.5
a .^= 3
print a
% => 0.125
a ^^= 2.5
print a
% => 2.5
a __= -1.5
print a
% => -1.5
