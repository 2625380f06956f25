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
% The types of the manual (3.2): the parts decide.
type point : class
    x : scalar
    y : scalar
endtype
a = point(x:=1, y:=2)
b = point()
c = a
print type([1,2,3,4]) == typename(ivec), type([[1.0,2.0],[3.0,4.0]]) == typename(mat), type([a,b,c]) == typename(vec[point])
% => 111
print type([[a],[b]]) == typename(mat[point]), type(C) == typename(icube), type(w) == typename(vec), type([1i,2]) == typename(cvec)
% => 1111
print [a,b,c][2].y, [[a],[b]][0,0].x, numel([[a],[b]])
% => 212
