%! features: F013
A = [[1,2,3],[4,5,6]]
print A[0,:]
% => [1,2,3]
print size(A[:,1])
% => [2]
print A[:,1][1]
% => 5
B = A[:,:]
B[0,0] = 9
% A slice on the right is a copy.
print A[0,0], " ", B[0,0]
% => 1 9
C = zeros(2,3,4)
C[:,:,1] = A
print sum(C), " ", C[1,2,1]
% => 21 6
print size(C[:,:,0])
% => [2,3]
print size(C[1,:,:])
% => [1,3,4]
