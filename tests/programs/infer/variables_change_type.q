%! features: F087
% Each assignment starts a new version of the variable.
x = 1
print x + 1
% => 2
x = "text"
print x + "!"
% => text!
x = [1,2,3]
print x[2]
% => 3
x = 2.5
print x*2
% => 5
