a = zeros([[1,2],[3,4]]) %~ E0301 a vector, not a `mat[int](2,2)`
b = mat([[1,2,3],[4,5,6],[7,8,9]]) %~ E0301 a vector, not a `mat[int](3,3)`
c = eye(3)
d = uninit(c) %~ E0301 a vector, not a `mat(3,3)`
function y = sized(x : mat)
    y = ones(x) %~ E0301 a vector, not a `mat(3,3)`
end
print sized(c)
z = complex([1,2],[3,4])
e = zeros(z) %~ E0301 are ints, not a `vec[cscalar](2)`
s = ["a","b"]
g = ones(s) %~ E0301 are ints, not a `vec[string](2)`
