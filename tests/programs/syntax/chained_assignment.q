%! features: F030
y = y2 = 0.
y += 1
% Independent variables.
print y, " ", y2
% => 1 0
