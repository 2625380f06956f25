%! raises: index line 7
print "one"
% => one
print "two"
% => two
x = [1,2]
print x[5]
