%! features: F141
print 1, " ", 2.5, " ", "three", " ", [4,5], " ", 6i
% => 1 2.5 three [4,5] 0+6i
print "alone"
% => alone
