a = blas_gemm(1, [[1,2],[3,4]], "text") %~ E0401 `blas_gemm` is not made for 2 arguments of numbers
b = blas_chol("text") %~ E0404 `blas_chol` takes an array of numbers, not a `string`
c = blas_scal([1,2], [3,4]) %~ E0404 `blas_scal` takes a number here
d = blas_gemm(1, [[1,2],[3,4]], [[1,2],[3,4]], "x") %~ E0404 `blas_gemm` knows no such letter
e = blas_lusolve([[1,2],[3,4]]) %~ E0401 `blas_lusolve` takes 2 to 3 arguments, not 1
f = blas_lusolve([[1,2],[3,4]], 1i, [1,2]) %~ E0404 `blas_lusolve` takes pivots, an array of ints, not a
g = blas_transpose({"a", 1}) %~ E0404 `blas_transpose` takes an array of numbers
h = blas_qrr(1) %~ E0204 unknown function `blas_qrr`
i = inv("a") %~ E0404 `inv` takes an array of numbers, not a `string`
j = blas_version(1) %~ E0401 `blas_version` takes 0 arguments, not 1
%! features: F365 F366 F367 F369
