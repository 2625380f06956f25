%! features: F282
% B inherits the mode of A, C shares the data with another mode.
A : mat'circular = ones(2,2)
A[0,0] = 5
B = A
print B[2,2]
% => 5
C : mat'clamped = A
print C[9,9]
% => 1
C[0,0] = 6
print A[2,2]
% => 6
