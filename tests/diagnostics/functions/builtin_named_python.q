% Arguments that have names in NumPy.
x = zeros(3, dtype=int) %~ E0403 `zeros` has no named arguments
y = sum(ones(2,3), axis=0) %~ E0403 `sum` has no named arguments
