%! features: F006
print "no end
%~^ E0002 quote
print 1
