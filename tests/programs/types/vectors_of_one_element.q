% A vector of one element is a matrix of one row and one column: its product with a row is one.
a = [2]
b = [1,2,3]
print a*b, transpose(b)*a
% => [2,4,6][[2],
% =>  [4],
% =>  [6]]
