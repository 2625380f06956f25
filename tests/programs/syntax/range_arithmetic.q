%! features: F012
% A range shifted by a position gives an index vector.
x = 10..10..90
m = 4
print x[m+(-1..1)]
% => [40,50,60]
print x[2*m-(0..2)]
% => [90,80,70]
A = [[1,2,3,4],[5,6,7,8],[9,10,11,12]]
w = A[1+(-1..1),2+(-1..1)]
print size(w)
% => [3,3]
print w[0,0], " ", w[1,1], " ", w[2,2]
% => 2 7 12
