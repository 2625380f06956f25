A = [[1.0,2.0],[3.0,4.0],[5.0,6.0]]
print sum(A), " ", prod(A), " ", mean(A)
% => 21 720 3.5
print sum(A,0), " ", sum([1,2,3])
% => [9,12] 6
print size(sum(A,1)), " ", sum(A,1)[2]
% => [3] 11
print dotprod([1.0,2.0,3.0],[4.0,5.0,6.0])
% => 32
print any([0,0,1]), any([0,0]), all([1,2]), all([1,0])
% => 1010
% Empty reductions return 0.
print sum(zeros(0))
% => 0
print cumsum([1.0,2.0,3.0])
% => [1,3,6]
% std and var divide by N-1: deviations 3,1,1,3: 20/3.
print abs(std([1.0,3.0,5.0,7.0]) - 2.5819889) < 0.00001
% => 1
