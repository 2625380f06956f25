%! features: F028
a = 0
b = (a += 1)
print a, b
% => 11
c = (a *= 5) + 1
print a, " ", c
% => 5 6
