%! environment: QC_REPORT=libraries
%! environment: QC_EMU_MISSING=cublasStrsm_v2,cusolverDnSgeqrf,cusolverDnSgesvd_bufferSize,cublasSgetrfBatched
%! gpu: cublasStrsm_v2
%! gpu: cusolverDnSgeqrf
%! gpu: cusolverDnSgesvd_bufferSize
%! gpu: cublasSgetrfBatched
%! gpu: cublasCgetrfBatched
% Where a function is missing the processor computes; what is wrong with a matrix is told in the processor's words with a GPU too.
print blas_trsv([[2,0],[1,4]], [4,10])
% => [2,2]
[qr, tau] = blas_qr([[3],[4]])
print max(abs(qr - [[-5],[0.5]])) < 1e-6
% => 1
[u, s, vh] = blas_gesvd([[3,0],[4,0]])
print max(abs(s - [5,0])) < 1e-5
% => 1
print blas_matinvbatches([[2,0],[0,4]])
% => [[0.5,0],
% =>  [0,0.25]]
function [] = try_it(which : int)
    try
        match which with
        | 0 -> print blas_trsv([[1i,0],[2,0i]], [1i,2])
        | 1 -> print blas_lusolvebatched([[1,1i],[2,2i]], [[1i],[2]])
        | 2 -> print blas_lumatinvbatched([[1,1i],[0,0i]], [[0],[1]])
        | 3 -> print blas_lusolvebatched([[1,1i],[0,1i]], [[1],[0]], [[1i],[2]])
        end
    catch ex
        print ex
    end
end
for which = 0..3
    try_it(which)
end
% => blas_trsv: the matrix is singular: pivot 1, counted from 0, is 0
% => blas_lusolvebatched: matrix 0 of the stack, counted from 0, is singular
% => blas_lumatinvbatched: matrix 0 of the stack, counted from 0, is singular
% => blas_lusolvebatched: the pivots are not those of a matrix of 2 rows, as blas_lu gives them
