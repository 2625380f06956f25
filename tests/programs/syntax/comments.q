%! features: F001
% A comment line, then one after code, one that is indented, one with two signs.
x = 1 % after code
   % indented
print x %% twice
% => 1
print "100% sure" % a percent sign within a string is text
% => 100% sure
