%! features: F102
a : vec4 = [1.0,2.0,3.0,4.0]
b : vec(4) = a
A : mat2x3 = zeros(2,3)
B : mat(2,3) = A
C : cube2x2x3 = zeros(2,2,3)
D : cube(2,2,3) = C
i : ivec2 = [1,2]
b[0] = 5
B[1,2] = 6
D[1,1,2] = 7
H : cube2x2x2x2 = zeros(2,2,2,2)
K : cube(2,2,2,2) = H
K[1,0,1,0] = 8
print H[1,0,1,0]
% => 8
print a[0], A[1,2], C[1,1,2], i[1]
% => 5672
% Both spellings are one type, also where a type is a value.
print typename(vec4) == typename(vec(4)), typename(mat2x3) == typename(mat(2,3)), typename(cube2x2x3) == typename(cube(2,2,3))
% => 111
print typename(cube2x2x2x2) == typename(cube(2,2,2,2)), typename(ivec3) == typename(vec[int](3)), typename(vec(3)) == typename(mat(1,3))
% => 110
