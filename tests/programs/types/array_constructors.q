%! features: F082
print zeros(3)
% => [0,0,0]
print ones(2)
% => [1,1]
A = zeros(2,3)
print size(A), " ", size(ones(1,2,3)), " ", size(uninit(4,2))
% => [2,3] [1,2,3] [4,2]
print size(zeros([2,5]))
% => [2,5]
I = eye(3)
print I[0,0], I[0,1], I[2,2], " ", sum(I)
% => 101 3
z = complex(zeros(3,4))
print size(z), " ", z[1,1]
% => [3,4] 0+0i
w = complex(1.5, -2)
print w
% => 1.5-2i
