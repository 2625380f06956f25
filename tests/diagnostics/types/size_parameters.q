function y = product[M,N](A : mat(M,N), B : vec(N))
    y = A*B
end
print product(zeros(2,3), [1,2]) %~ E0302 where a `vec(3)` is needed
function y = corner(x : mat(3,3))
    y = x[0,0]
end
print corner(zeros(2,2)) %~ E0302 where a `mat(3,3)` is needed
function y = rank(x : cube{4})
    y = ndims(x)
end
print rank(zeros(2,2,2,2,2)) %~ E0302 where a `cube{4}` is needed
print zeros(2,3) .* [1,2] %~ E0302 arrays of different sizes
print zeros(2,3) * zeros(2,3) %~ E0302 (2x3 and 2x3) do not match
x : cube{0} = 3 %~ E0314 0 dimensions
