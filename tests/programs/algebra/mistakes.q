% What the functions cannot do is an error that names function, sizes and place.
function [] = tell(what : int)
    try
        match what with
        | 0 -> print blas_lusolve([[1,2],[2,4]], [1,1])
        | 1 -> print blas_chol([[1,2],[2,1]])
        | 2 -> print blas_chol(ones(2,3))
        | 3 -> print blas_gemm(1, ones(2,3), ones(2,3))
        | 4 -> print blas_gemm(1, ones(2,3), ones(3,2), 1, ones(3,3))
        | 5 -> print blas_gemv(1, ones(2,3), ones(2))
        | 6 -> print blas_axpy(1, ones(2), ones(3))
        | 7 -> print blas_dot(ones(2), ones(3))
        | 8 -> print blas_geam(1, ones(2,3), 1, ones(3,2))
        | 9 -> print blas_trsv([[1,0],[2,0]], [1,2])
        | 10 -> print blas_transpose(ones(2,3,4))
        | 11 -> print blas_gesvd([[1,2],[3,sqrt(-1.0)]])
        | 12 -> print blas_lusolve(ones(2,2), [5,1], [1,2])
        | 13 -> print blas_q(ones(3,2), [1,2,3])
        | 14 -> print blas_lusolve([[1,0],[0,1]], [1,2,3])
        | 15 -> print inv([[1,2],[2,4]])
        | 16 -> print det(ones(2,3))
        | 17 -> print lsolve(zeros(3,3), ones(3))
        | 18 -> print blas_cholsolve([[1,0],[1,0]], [1,2])
        | 19 -> print chol([[1,2],[2,1]])
        | 20 -> print chol([[1,2,3],[2,1,0]])
        | 21 -> print lsolve([[1,2],[2,1]], [1,2,3])
        | 22 -> print lsolve([[1,2],[2,4]], [1,2])
        | 23 -> print rank(eye(2), -1)
        | 24 -> print pinv(eye(2), nan)
        | 25 -> print symeig([[1,2],[nan,1]])
        | 26 -> print cond(zeros(0,3))
        | 27 -> print lsolve([[1,nan]], [1])
        | _ -> print "none"
        end
    catch ex
        print ex
    end
end
for what = 0..27
    tell(what)
end
% => blas_lusolve: the matrix is singular: pivot 1, counted from 0, is 0
% => blas_chol: the matrix is not positive definite: pivot 1, counted from 0, is not above 0
% => blas_chol: a matrix of size 2x3 is not square
% => blas_gemm: the sizes 2x3 and 2x3 do not fit together
% => blas_gemm: the sizes 2x2 and 3x3 do not fit together
% => blas_gemv: the sizes 3x1 and 1x2 do not fit together
% => blas_axpy: the sizes 1x2 and 1x3 do not fit together
% => blas_dot: the sizes 1x2 and 1x3 do not fit together
% => blas_geam: the sizes 2x3 and 3x2 do not fit together
% => blas_trsv: the matrix is singular: pivot 1, counted from 0, is 0
% => blas_transpose: an array of size 2x3x4 is not a matrix
% => blas_gesvd: the matrix has elements that are not finite numbers
% => blas_lusolve: the pivots are not those of a matrix of 2 rows, as blas_lu gives them
% => blas_q: 3 factors do not belong to the 2 reflectors in a matrix of size 3x2
% => blas_lusolve: the sizes 2x2 and 1x3 do not fit together
% => inv: the matrix is singular: pivot 1, counted from 0, is 0
% => det: a matrix of size 2x3 is not square
% => lsolve: the matrix is singular: pivot 0, counted from 0, is 0
% => blas_cholsolve: the matrix is singular: pivot 1, counted from 0, is 0
% => chol: the matrix is not positive definite: pivot 1, counted from 0, is not above 0
% => chol: a matrix of size 2x3 is not square
% => lsolve: the sizes 2x2 and 1x3 do not fit together
% => lsolve: the matrix is singular: pivot 1, counted from 0, is 0
% => rank: the tolerance -1 is not at least 0
% => pinv: the tolerance NaN is not at least 0
% => symeig: the matrix has elements that are not finite numbers
% => cond: the matrix has no elements
% => lsolve: the matrix has elements that are not finite numbers
