%! features: F008
v = [1,2,3]
print size(v)
% => [1,3]
A = [[1,2,3],[4,5,6]]
print size(A)
% => [2,3]
C = [[[1,2],[3,4]],[[5,6],[7,8]],[[9,10],[11,12]]]
print size(C)
% => [3,2,2]
print v[1], " ", A[1,2], " ", C[2,0,1]
% => 2 6 10
w = [1,2.5]
print w[0]/2
% => 0.5
%! pending: bug: constructors of three levels
