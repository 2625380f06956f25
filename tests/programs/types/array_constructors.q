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
% The listing of the manual (3.2), with the types that it gives.
A = uninit(2)
B = zeros(3,4)
C = ones(1,2,3)
print type(A), " ", type(B), " ", type(C), size(A), size(B), size(C)
% => vec mat cube[1,2][3,4][1,2,3]
A = complex(uninit(2))
B = complex(zeros(3,4))
C = complex(ones(1,2,3))
print type(A) == typename(cvec), type(B) == typename(cmat), type(C) == typename(ccube), size(A), size(B), size(C)
% => 111[1,2][3,4][1,2,3]
print C, B[2,3], eye(2)
% => [[[1+0i,1+0i,1+0i],
% =>   [1+0i,1+0i,1+0i]]]0+0i[[1,0],
% =>  [0,1]]
type my_cell : mat[cube]
cells = my_cell(1,2)
cells[0,0] = uninit(4,2)
cells[0,1] = uninit(4,2)
print size(cells), size(cells[0,1])
% => [1,2][4,2]
try
    n = numel(A) - 3
    print numel(zeros(n))
catch ex
    print ex
end
% => array: a size cannot be negative (-1)
