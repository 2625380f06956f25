%! features: F332
%! environment: QC_REPORT=libraries
%! gpu: libraries: cublasSgemm
%! gpu: libraries: cublasCgemm
%! gpu: libraries: cublasSgeam
%! gpu: libraries: cublasSdot
%! gpu: libraries: cublasSnrm2
%! gpu: libraries: cusolverDnSpotrf
%! gpu: libraries: cusolverDnCgetrf
%! gpu: libraries: cusolverDnSgetrs
% On a GPU the libraries compute, in the precision and field of the arguments.
a = [[4.0,1],[1,3]]
c = complex(a, [[0.0,1],[-1,0]])
print blas_gemm(1, a, a), real(blas_gemm(1, c, c))[0,0], blas_transpose(a), blas_dot(a, a), blas_nrm2([3.0,4])
% => [[17,7],
% =>  [7,10]]18[[4,1],
% =>  [1,3]]275
l = blas_chol(a)
print max(abs(l*transpose(l) - a)) < 1e-6, l[0,1]
% => 10
[lu, p] = blas_lu(c)
print numel(lu), p
% => 4[0,1]
x = blas_lusolve(a, [6.0,7])
print max(abs(x - [1,2])) < 1e-6
% => 1
