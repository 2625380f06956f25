%! features: F004 F011
% `0..5` is a range, `1.*x` and `1./x` are element-wise operators.
print sum(0..5)
% => 15
x = [2.0,4.0]
print 1.*x
% => [2,4]
print 1./x
% => [0.5,0.25]
print 2.^x
% => [4,16]
y = 0.0..0.25..1.0
print numel(y)
% => 5
