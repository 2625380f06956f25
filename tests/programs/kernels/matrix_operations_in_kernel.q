%! features: F115
function [] = __kernel__ k(V : cube, y : vec, pos : int)
    A = [[V[pos,0,0],V[pos,0,1]],[V[pos,1,0],V[pos,1,1]]]
    B = A*transpose(A)
    y[pos] = B[0,0]*B[1,1] - B[0,1]*B[1,0]
end
V = zeros(2,2,2)
V[0,:,:] = [[1,2],[3,4]]
V[1,:,:] = [[2,0],[0,3]]
y = zeros(2)
parallel_do(2, V, y, k)
% The determinant of A A' is the square of that of A: 4 and 36.
print y
% => [4,36]
