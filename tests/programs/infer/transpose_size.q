%! features: F092
A : mat2x3 = [[1.0,2.0,3.0],[4.0,5.0,6.0]]
B = transpose(A)
print size(B), " ", B[2,1], " ", B[0,1]
% => [3,2] 6 4
