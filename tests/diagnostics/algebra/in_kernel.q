x = eye(4)
y = zeros(4)
parallel_do(4, __kernel__ (pos : int) -> y[pos] = blas_asum(x[pos,:])) %~ E0503 `blas_asum` does not exist in kernel and device functions
