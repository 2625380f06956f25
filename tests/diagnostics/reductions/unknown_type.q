reduction (x : matrix) -> real(x) = x %~ E0205 matrix
