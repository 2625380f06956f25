%! features: F036
x : vec'mirror = [10.0,20.0,30.0]
print x[-1], " ", x[3], " ", x[4]
% => 10 30 20
n : int = 7/2
% Conversion on a typed assignment truncates.
print n
% => 3
s : scalar = 3
print s/2
% => 1.5
t : string = "text"
print t
% => text
