%! features: F148
A = 4
f = x -> A*x
A = 100
print f(4)
% => 16
