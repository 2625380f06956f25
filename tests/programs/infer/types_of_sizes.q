%! features: F091 F092 F093 F095 F096 F107
%! reports: types A: mat[int](2,3),
%! reports: types B: mat[int](3,2),
%! reports: types Z: mat(2,2),
%! reports: types Y: mat[int](2,2),
%! reports: types W: mat(3,3),
%! reports: types P: mat(3,3),
%! reports: types R: cube(:,:,9),
%! reports: types S: mat(3,3),
%! reports: types c: cube(1,1,3),
%! reports: types first: vec(2),
%! reports: types middle: mat(2,4),
%! reports: types first: vec(3),
%! reports: types middle: mat(3,6),
%! files: gradient.png
% What the documents say of the sizes that are found: matrices that are written out, transposes, diagonals and products, repeated
% pictures, sums over the open dimension, slices of arrays whose sizes are parameters, before and after these are known.
A = [[1,2,3],[2,3,4]]
B = transpose(A)
print size(B), B[2,0], B[2,1]
% => [3,2]34
Z = zeros(2,2)
Y = [[0,1],[1,0]]
print Z*Y, Y*Y
% => [[0,0],
% =>  [0,0]][[1,0],
% =>  [0,1]]
D = vec(3)
V = [[0.0,1,0],[1,0,0],[0,0,1]]
for j = 0..2
    D[j] = j + 1
endfor
W = diagm(D)
P = transpose(V)*diagm(D)*V
print W[1,1], W[0,1], " ", P[0,0], P[1,1], P[2,2]
% => 20 213
img : cube(:,:,3) = imread("gradient.png")
R = repmat(img,[1,1,3])
print size(R), R[2,3,7]
% => [3,4,9]60
c = img[1,2,:]
print numel(c), squeeze(c)[1]
% => 340
function [] = along(A : mat(3,3,:))
    S = sum(A,2)
    print size(S), S[1,2]
end
along(ones(3,3,7))
% => [3,3]7
function [] = sliced[N](x : vec(N))
    A = mat(2,N)
    B = cube(N,2*N,3)
    A[0,1] = 4
    B[1,3,1] = 5
    first = A[0,:]
    middle = B[:,:,1]
    print size(first), first[1], size(middle), middle[1,3]
end
sliced(zeros(2))
% => [1,2]4[2,4]5
sliced(zeros(3))
% => [1,3]4[3,6]5
