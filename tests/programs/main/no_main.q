% A script alone is a program.
print "done"
% => done
