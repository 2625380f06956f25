%! features: F091
A = [[0,1],[1,0]]
B = zeros(2,2)
B[0,1] = 3
% The product of two matrices whose sizes are known.
C = A*B
print C[1,1], " ", size(C)
% => 3 [2,2]
[m, n] = size(C)
print m*n
% => 4
