%! features: F027
% The rest of the table on an int: what the operator gives is what the variable is then.
a = 7
a /= 2
print a, " ", type(a)
% => 3.5 scalar
a = 6
a .*= 2
print a
% => 12
a ./= 5
print a
% => 2.4
a = 3
a .^= 2
print a, " ", type(a)
% => 9 int
% On scalars and complex numbers.
z = 1+2i
z += 1
z *= 2i
print z
% => -4+4i
z -= 4i
z /= 2
print z
% => -2+0i
