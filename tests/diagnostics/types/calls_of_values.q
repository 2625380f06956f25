% Parentheses where MATLAB has indices, and a product without its mark.
A = ones(2,3)
x = A(1,2) %~ E0405 a `mat(2,3)` cannot be called
y = A(:,1) %~ E0405 a `mat(2,3)` cannot be called
z = A(:) %~ E0405 a `mat(2,3)` cannot be called
n = size(A)(1) %~ E0405 a `vec[int](2)` cannot be called
s = "abc"
t = s(1) %~ E0405 a `string` cannot be called
k = 2
w = k(1 + 2) %~ E0405 a `int` cannot be called
print A[0][1] %~ E0303 a `scalar` has no elements
