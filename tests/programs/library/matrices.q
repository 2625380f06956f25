% One part of a feature of the inventory.
I = eye(2)
print I[0,:], I[1,:]
% => [1,0][0,1]
D = diagm([2.0,3.0])
print D[0,:], D[1,:]
% => [2,0][0,3]
print diag([[1.0,2.0],[3.0,4.0]])[1]
% => 4
A = [[1.0,2.0,3.0],[4.0,5.0,6.0]]
T = transpose(A)
print size(T), T[2,0], T[2,1]
% => [3,2]36
Z = complex(zeros(1,2))
Z[0,0] = 1+2i
W = herm_transpose(Z)
print size(W), W[0,0]
% => [2]1-2i
