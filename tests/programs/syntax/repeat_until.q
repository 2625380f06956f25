%! features: F018
k = 0
repeat
    k += 1
until k >= 3
print k
% => 3
% It runs at least once.
repeat
    k = 100
until 1
print k
% => 100
