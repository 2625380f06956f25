%! environment: QC_REPORT=libraries
%! environment: QC_EMU_MISSING=cufftCreate,cublasCreate_v2,cusolverDnCreate
%! gpu: the symbol cufftCreate is missing
%! gpu: the symbol cublasCreate_v2 is missing
% Where a library is missing, one line says so to who asks, and the processor computes.
print fft1([1,2,3,4])
% => [10+0i,-2+2i,-2+0i,-2-2i]
print blas_dot([1,2], [3,4]), " ", blas_chol([[4,2],[2,5]])[1,1], " ", blas_version()
% => 11 2 0
