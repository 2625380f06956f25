% A string that runs to the end of its line.
print "no end
print "fine"
