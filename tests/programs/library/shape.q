A = reshape(0..5, [2,3])
print A[1,0], " ", size(A)
% => 3 [2,3]
B = repmat([1.0,2.0], [2,2])
print size(B), " ", B[1,:]
% => [2,4] [1,2,1,2]
C = zeros(1,1,4)
print size(squeeze(C))
% => [4]
D = shuffledims(zeros(2,3,4), [2,0,1])
print size(D)
% => [4,2,3]
print vertcat([1.0,2.0],[3.0,4.0])[1,:], horzcat([1.0,2.0],[3.0])
% => [3,4][1,2,3]
print linspace(0,1,5)
% => [0,0.25,0.5,0.75,1]
