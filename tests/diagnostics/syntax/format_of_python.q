x = 3
y = 4
print "value %d" % x          %~ W0105 it puts nothing into a text
print "values %d, %d" % (x, y)          %~ W0105 it puts nothing into a text
% Comments behind texts remain comments:
print "100%" % the share of all
print "a" % x
