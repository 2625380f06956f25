%! features: F108 F285
% As the document on fixed sizes writes it: both indices of a parameter are outside, and the sizes of a product do not fit.
function y = transform(A : mat2x2'checked, b : vec2)
    y = A[4,4] * b[0] %~ E0306 Index out-of-bounds: 4 of 2 %~ E0306 Index out-of-bounds: 4 of 2
endfunction
print transform([[1,2],[3,4]], [1,2])
% Without a modifier a read outside is an error in host code, and a 0 in a kernel.
function [] = __kernel__ k(A : mat2x2'checked, y : vec, pos : int)
    y[pos] = A[pos,-1] %~ E0306 -1 of 2
end
y = zeros(2)
parallel_do(2, ones(2,2), y, k)
