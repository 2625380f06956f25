%! features: F049
v = vec(2)
A = mat(2,2)
C = cube(1,2,2)
v[0] = 0.5
A[1,1] = 0.25
C[0,1,1] = 0.125
print v[0] + A[1,1] + C[0,1,1]
% => 0.875
print sum(v), " ", sum(A), " ", sum(C)
% => 0.5 0.25 0.125
