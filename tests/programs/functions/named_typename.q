% A variable may be called as a function of the library is: it is called then.
typename = x -> 2*x
print typename(4)
% => 8
x = 1 > 0 ? [] : []
print numel(x)
% => 0
