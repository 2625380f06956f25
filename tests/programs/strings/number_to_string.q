print "a" + 1 + 2.5
% => a12.5
print "v = " + [1,2]
% => v = [1,2]
print 3 + "b"
% => 3b
