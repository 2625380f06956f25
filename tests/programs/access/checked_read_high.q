%! features: F281
%! raises: index line 6
x = [1.0,2.0,3.0]
y : vec'checked = x
print y[2]
print y[3]
% => 3
