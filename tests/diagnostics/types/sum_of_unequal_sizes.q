%! features: F247
print [1,2,3] + [1,2] %~ E0302 size
% What is known of sizes (17.1.4): `size(y) = size(x,[1,0])` of a transpose, `size(y) = [size(A,0), size(x,1)]` of a product, sizes made from
% others.
function y = sum_with_transpose(x : mat(2,3))
    w = zeros(size(x))
    y = w + transpose(x) %~ E0302 arrays of different sizes: `mat(2,3)` and `mat(3,2)`
end
function y = larger(x : mat(2,3))
    y = zeros(size(x,0)+1, size(x,1)) + x %~ E0302 arrays of different sizes: `mat(3,3)` and `mat(2,3)`
end
function y = product(A : mat(2,3), x : mat(3,4))
    y = A*x
    y = y + x %~ E0302 arrays of different sizes: `mat(2,4)` and `mat(3,4)`
end
A = ones(2,3)
print sum_with_transpose(A), larger(A), product(A, ones(3,4))
print zeros(3,4) * ones(5,1) %~ E0302 Matrix dimensions (3x4 and 5x1) do not match for multiplication!
print [1,2,3] * eye(4) %~ E0302 Matrix dimensions (1x3 and 4x4) do not match for multiplication!
% pre: ndims(x) <= 2
print transpose(zeros(2,3,4)) %~ E0404 transpose works on matrices and vectors
