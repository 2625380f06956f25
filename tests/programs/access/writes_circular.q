%! features: F283
x : vec'circular = [1.0,2.0,3.0]
x[-1] = 7
x[3] = 8
print x
% => [8,2,7]
A : mat'circular = zeros(2,3)
A[-1,-1] = 1
A[2,3] = 2
print A[1,2], A[0,0], sum(A)
% => 123
C : cube'circular = zeros(2,2,2)
C[-1,2,3] = 4
print C[1,0,1]
% => 4
