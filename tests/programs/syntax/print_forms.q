%! features: F031
print 1, 2
% => 12
print("a", "b")
% => ab
print "x = ", 1.5, ", y = ", -2
% => x = 1.5, y = -2
print [1,2,3]
% => [1,2,3]
print 1 + 1
% => 2
