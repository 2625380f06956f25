%! features: F091 F092 F093 F094 F095 F096 F101 F102
% What is inferred of sizes is checked: a declaration, an assertion or an operation that contradicts it is an error.
A = [[1,2,3],[2,3,4]]
B : mat2x3 = transpose(A) %~ E0302 a `mat[int](3,2)` where a `mat(2,3)` is needed
C : mat(3,3) = zeros(2,2) %~ E0302 a `mat(2,2)` where a `mat(3,3)` is needed
D : mat4x4 = diagm([1.0,2,3]) %~ E0302 a `mat(3,3)` where a `mat(4,4)` is needed
img = imread("lena_big.tif")
assert(numel(img[0,0,:]) == 3)
assert(numel(img[0,0,:]) == 4) %~ E0322 this assertion never holds
E : cube(:,:,3) = repmat(img, [1,1,3]) %~ E0302 a `cube(:,:,9)` where a `cube(:,:,3)` is needed
function [] = along(A : mat(3,3,:))
    S : mat2x2 = sum(A,2) %~ E0302 a `mat(3,3)` where a `mat(2,2)` is needed
end
along(ones(3,3,7))
function [] = sliced[N](x : vec(N))
    B = cube(N,2*N,3)
    S : mat(N,N) = B[:,:,1] %~ E0302 a `mat(2,4)` where a `mat(2,2)` is needed
end
sliced(zeros(2))
print A*A %~ E0302 Matrix dimensions (2x3 and 2x3) do not match for multiplication!
v : vec4 = [1.0,2,3] %~ E0302 a `vec(3)` where a `vec(4)` is needed
w : cube2x2x2x2 = zeros(2,2,2) %~ E0302 a `cube(2,2,2)` where a `cube{4}(2,2,2,2)` is needed
