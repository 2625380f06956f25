%! features: F070
x = vec[int](200)
print numel(x), " ", sum(x)
% => 200 0
y = vec[uint8](4)
y[3] = 7
print numel(y), " ", y[3]
% => 4 7
A = mat[int](2,3)
A[1,2] = 1.9
% int arrays truncate.
print A[1,2], " ", size(A)
% => 1 [2,3]
C = cube(size(zeros(2,3,4)))
print size(C)
% => [2,3,4]
D = mat(size(A))
print size(D), " ", sum(D)
% => [2,3] 0
