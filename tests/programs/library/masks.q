x = [1.0,-2.0,3.0,-4.0]
x[x < 0] = 0
print x
% => [1,0,3,0]
y = [1.0,0/0,3.0]
% Only selected elements are touched: the NaN elsewhere is harmless.
y[y > 2] = 9
print y[0], y[2], isnan(y[1])
% => 191
p = find([0,1,0,1] > 0)
print size(p), p[0,1], p[1,1]
% => [2,2]13
