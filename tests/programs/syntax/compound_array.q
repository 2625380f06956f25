%! features: F027
x = [1.0,2.0,3.0]
x += 1
print x
% => [2,3,4]
x .*= [2.0,0.5,1.0]
print x
% => [4,1.5,4]
x[1] += 10
print x
% => [4,11.5,4]
x ./= 2
print x
% => [2,5.75,2]
x .^= 2
print x
% => [4,33.0625,4]
% In place: visible through every reference.
y = x
y -= 4
print x
% => [0,29.0625,0]
