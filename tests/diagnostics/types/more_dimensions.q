%! features: F067
% A vector is a matrix and a matrix a cube, not the other way around; what may be a row is a vector.
function y = of_matrix(x : mat)
    y = ndims(x)
end
function y = of_vector(x : vec)
    y = numel(x)
end
print of_matrix(zeros(3)), of_vector(zeros(1,3)), of_vector(zeros(3,1)), of_vector(zeros(1,1,3))
print of_matrix(zeros(2,2,2)) %~ E0302 a `cube(2,2,2)` where a `mat` is needed
print of_vector(zeros(2,2)) %~ E0302 a `mat(2,2)` where a `vec` is needed
print of_vector(zeros(2,1,3)) %~ E0302 a `cube(2,1,3)` where a `vec` is needed
