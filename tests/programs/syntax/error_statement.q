%! features: F033 F195
%! raises: no luck today line 5
print "before"
% => before
error "no luck today"
print "after"
