%! features: F016
a = 1; b = 2
c = 3;
;;
print a + b + c;
% => 6
if a == 1; print "one"; end
% => one
for k = 0..1; a += k; end
print a
% => 2
