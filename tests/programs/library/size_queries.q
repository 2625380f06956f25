%! features: F401
v = [1,2,3]
A = zeros(4,5)
C = zeros(2,3,4)
H = zeros(2,3,4,5)
print size(v), size(A), size(C), size(H)
% => [1,3][4,5][2,3,4][2,3,4,5]
print size(v,0), size(v,1), size(A,1), size(C,2), size(H,3), size(A,5)
% => 135451
print size(A,0..1), size(C,0..1), size(C,[1,0]), size(A,0..2)
% => [4,5][2,3][3,2][4,5,1]
print numel(v), " ", numel(A), " ", numel(C), " ", numel(H)
% => 3 20 24 120
print ndims(A), ndims(C), ndims(H)
% => 234
E = zeros(0)
print numel(E), " ", size(E,1)
% => 0 0
y = zeros(6)
parallel_do(6, __kernel__ (pos : int) -> y[pos] = pos == 0 ? size(A,0) : pos == 1 ? size(A,1) : pos == 2 ? numel(C) : pos == 3 ? size(C,2) : ndims(C))
print y
% => [4,5,24,4,3,3]
% Without elements.
print size(zeros(0,3)), size(zeros(0,3,2)), size(zeros(2,0,3,4)), numel(zeros(2,0,3,4)), ndims(zeros(2,0,3,4)), ndims(zeros(0,3))
% => [0,3][0,3,2][2,0,3,4]042
% Every form in a kernel too, also of an array without elements.
function [] = __kernel__ sizes(A : mat, C : cube, H : cube{4}, E : cube, y : mat[int], pos : int)
    a = size(A)
    b = size(C,0..1)
    c = size(C,[1,0])
    h = size(H)
    e = size(E)
    y[0,0..1] = a
    y[1,0..1] = b
    y[2,0..1] = c
    y[3,0..3] = h
    y[4,0..2] = e
    y[5,0..3] = [numel(H), ndims(H), numel(E), size(E,1)]
end
r = mat[int](6,4)
parallel_do(1, A, C, H, zeros(0,3,2), r, sizes)
print r
% => [[4,5,0,0],
% =>  [2,3,0,0],
% =>  [3,2,0,0],
% =>  [2,3,4,5],
% =>  [0,3,2,0],
% =>  [120,4,0,3]]
