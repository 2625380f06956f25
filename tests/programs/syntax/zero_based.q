%! features: F007
A = [[1,2],[3,4]]
print A[1,0]
% => 3
v = [5,6,7]
print v[0], " ", v[2]
% => 5 7
% A vector is stored as one row: further indices may be given.
print v[0,1]
% => 6
