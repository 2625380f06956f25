%! features: F201
A = zeros(2,3)
parallel_do(size(A), __kernel__ (pos : ivec2) -> A[pos] = 1)
print sum(A)
% => 6
% vec2 and vec3 are accepted too.
B = zeros(2,3)
parallel_do(size(B), __kernel__ (pos : vec2) -> B[pos] = pos[0] + pos[1]/2)
print B[1,2]
% => 2
C = zeros(2,3,2)
parallel_do(size(C), __kernel__ (pos : vec3) -> C[pos] = pos[2])
print sum(C)
% => 6
