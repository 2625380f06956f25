%! features: F043
x = [1.0,2.0,3.0]
y = zeros(3)
parallel_do(size(y), __kernel__ (pos : ivec2) -> y[pos] = 10*x[pos])
print y
% => [10,20,30]
A = zeros(2,3)
parallel_do(size(A), __kernel__ (pos : ivec2) -> A[pos] = pos[0]*10 + pos[1])
print A[0,2], " ", A[1,0], " ", A[1,2]
% => 2 10 12
