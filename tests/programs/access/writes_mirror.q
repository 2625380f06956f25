%! features: F283
x : vec'mirror = [1.0,2.0,3.0]
x[-1] = 7
x[4] = 8
print x
% => [7,8,3]
A : mat'mirror = zeros(2,3)
A[-1,3] = 5
print A[0,2]
% => 5
