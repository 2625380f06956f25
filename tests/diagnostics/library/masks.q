x = reshape(0..11, [4,3])
m = x > 2
print x[m, 0]        %~ E0304 a mask along one dimension is a vector of truth values
print diag([1,2,3])  %~ E0404 `diag` takes a matrix, not a `vec[int](3)`
