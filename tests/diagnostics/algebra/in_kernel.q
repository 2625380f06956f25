x = eye(4)
y = zeros(4)
parallel_do(4, __kernel__ (pos : int) -> y[pos] = blas_asum(x[pos,:])) %~ E0503 `blas_asum` does not exist in kernel and device functions
function s = __device__ greatest(A : mat2x2)
    [U, S, V] = svd(A) %~ E0503 `svd` does not exist in kernel and device functions
    s = S[0,0]
end
print greatest(ones(2,2))
parallel_do(4, __kernel__ (pos : int) -> y[pos] = det(x[0..1,0..1])) %~ E0503 `det` does not exist in kernel and device functions
