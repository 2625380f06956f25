%! features: F026
print 1+2*3, " ", (1+2)*3
% => 7 9
print 2*3^2
% => 18
print -2+3
% => 1
print 1 + 1 > 1 && 0 + 0 == 0
% => 1
print 10-4-3, " ", 16/4/2
% => 3 2
x = 10..10..50
% The range binds weaker than addition.
n = 2
print x[n-1..n+1]
% => [20,30,40]
