//! The functions of linear algebra that the runtime has, by number.
//!
//! *Invariant:* the numbers are part of the interface; a name is that of the function in Quasar.

use crate::values::numbered;

numbered! {
    /// A function of linear algebra. Its arguments and results are a row of the compiler's table of builtins.
    pub enum AlgebraOp {
        /// The smallest index of an element of greatest magnitude.
        Amax = 0, "blas_amax";
        /// The smallest index of an element of least magnitude.
        Amin = 1, "blas_amin";
        /// The sum of magnitudes.
        Asum = 2, "blas_asum";
        /// The Euclidean norm.
        Nrm2 = 3, "blas_nrm2";
        /// The sum of products of elements.
        Dot = 4, "blas_dot";
        /// A number times an array.
        Scal = 5, "blas_scal";
        /// A number times an array, plus another.
        Axpy = 6, "blas_axpy";
        /// A matrix product, scaled, plus another matrix.
        Gemm = 7, "blas_gemm";
        /// A product of matrix and vector, scaled, plus another vector.
        Gemv = 8, "blas_gemv";
        /// The scaled sum of two matrices.
        Geam = 9, "blas_geam";
        /// The transpose.
        Transpose = 10, "blas_transpose";
        /// The conjugate transpose.
        HermTranspose = 11, "blas_hermtranspose";
        /// The solution of a triangular system.
        Trsv = 12, "blas_trsv";
        /// The lower Cholesky factor.
        Chol = 13, "blas_chol";
        /// The solution by a Cholesky factor.
        CholSolve = 14, "blas_cholsolve";
        /// Packed factors and pivots.
        Lu = 15, "blas_lu";
        /// The solution by packed factors, or of a matrix.
        LuSolve = 16, "blas_lusolve";
        /// Packed reflectors and their factors.
        Qr = 17, "blas_qr";
        /// The orthonormal factor from reflectors.
        Q = 18, "blas_q";
        /// Singular vectors and values.
        Gesvd = 19, "blas_gesvd";
        /// Packed factors and pivots of each matrix of a stack.
        LuBatched = 20, "blas_lubatched";
        /// The inverse of each, from its factors or the matrix.
        LuMatInvBatched = 21, "blas_lumatinvbatched";
        /// The solution for each.
        LuSolveBatched = 22, "blas_lusolvebatched";
        /// The inverse of each.
        MatInvBatches = 23, "blas_matinvbatches";
        /// The version of cuBLAS.
        Version = 24, "blas_version";
        /// Singular vectors and the diagonal matrix of singular values.
        Svd = 25, "svd";
        /// Orthonormal and triangular factor.
        QrFactors = 26, "qr";
        /// Lower, upper and permutation matrix.
        LuFactors = 27, "lu";
        /// The upper Cholesky factor.
        CholFactor = 28, "chol";
        /// Eigenvectors and eigenvalues of a symmetric matrix.
        SymEig = 29, "symeig";
        /// Eigenvectors and eigenvalues.
        Eig = 30, "eig";
        /// The inverse.
        Inv = 31, "inv";
        /// The determinant.
        Det = 32, "det";
        /// The logarithm of the determinant.
        LogDet = 33, "logdet";
        /// The pseudo-inverse.
        Pinv = 34, "pinv";
        /// The solution of a system, in the sense of least squares where it is not square.
        LSolve = 35, "lsolve";
        /// The ratio of the greatest to the least singular value.
        Cond = 36, "cond";
        /// The number of singular values that are not zero.
        Rank = 37, "rank";
        /// The sum of the diagonal.
        Trace = 38, "trace";
        /// The Kronecker product.
        Kron = 39, "kron";
    }
}
