%! features: F014
A = [[1,2,3],[4,5,6]]
pos = [1,2]
print A[pos]
% => 6
print A[pos+[-1,0]]
% => 3
A[[0,1]] = 20
print A[0,1]
% => 20
C = [[[1,2],[3,4]],[[5,6],[7,8]]]
print C[[1,0,1]]
% => 6
%! pending: bug: constructors of three levels
