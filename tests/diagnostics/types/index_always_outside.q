%! features: F108 F285
A : mat2x2'checked = zeros(2,2)
print A[4,4] %~ E0306 4 of 2 %~ E0306 4 of 2
