%! features: F108 F285
A : mat2x2'checked = zeros(2,2)
print A[4,4] %~ E0306 4 of 2 %~ E0306 4 of 2
function y = transform(A : mat2x2'checked, b : vec2)
    y = A[4,4] * b[0] %~ E0306 Index out-of-bounds: 4 of 2 %~ E0306 Index out-of-bounds: 4 of 2
endfunction
print transform([[1,2],[3,4]], [1,2])
