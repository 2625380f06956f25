%! features: F031 F033
%! raises: stop 3 line 6
x = 3
print "x=", x
% => x=3
error "stop ", x
