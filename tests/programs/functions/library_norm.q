%! features: F406
print norm([3.0,4.0])
% => 5
