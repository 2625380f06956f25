% Division divides by a number, the matrix product is one of matrices, and `match` compares numbers and texts.
A = ones(2,2)
print 1 / A %~ E0309 `/` divides by a number
print A / A %~ E0309 `/` divides by a number
print ones(2,2,2) * A %~ E0309 the matrix product works on matrices and vectors
print A * ones(2,2,2) %~ E0309 the matrix product works on matrices and vectors
match A with %~ E0308 does not work on
| 1 -> print 1
| _ -> print 2
end
