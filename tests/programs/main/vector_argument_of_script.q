% A program without main takes no arguments.
%! args: surplus
%! exit: 2
%! stderr: surplus
%! run: native (the command line belongs to the executable)
print "not reached"
