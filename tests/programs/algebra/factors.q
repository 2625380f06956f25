%! features: F367
% Factorisations: what is put together again is the matrix, and what is solved solves the system; real and complex.
function x = numbers(m : int, n : int, seed : int)
    x = zeros(m, n)
    for i = 0..m-1
        for j = 0..n-1
            x[i,j] = mod(7919*(i*n + j + seed) + 13, 1009)/504 - 1
        end
    end
end
function y = far(a : cmat, b : cmat)
    y = size(a,0) == size(b,0) && size(a,1) == size(b,1) ? max(abs(a - b))/(1 + max(abs(b))) : 1e9
end
% L and U of what blas_lu gives, times each other; and the matrix with its rows exchanged.
function y = lu_residual(a : cmat, lu : cmat, p : ivec)
    [m, n] = size(a)
    k = min(m, n)
    l = czeros(m, k)
    u = czeros(k, n)
    for i = 0..m-1
        for j = 0..n-1
            if i > j
                l[i,j] = lu[i,j]
            else
                u[i,j] = lu[i,j]
            end
        end
    end
    for i = 0..k-1
        l[i,i] = 1
    end
    b = copy(a)
    for i = 0..k-1
        row = copy(b[i,:])
        b[i,:] = b[p[i],:]
        b[p[i],:] = row
    end
    y = far(l*u, b)
end
function y = q_residual(a : cmat, qr : cmat, q : cmat)
    [m, n] = size(a)
    k = min(m, n)
    r = czeros(k, n)
    for i = 0..k-1
        for j = i..n-1
            r[i,j] = qr[i,j]
        end
    end
    y = max(far(q*r, a), far(herm_transpose(q)*q, complex(eye(k))))
end
worst = 0.0
for mn = {[1,1],[4,4],[6,3],[3,6],[40,37]}
    a = numbers(mn[0], mn[1], 0)
    c = complex(a, numbers(mn[0], mn[1], 5))
    [lu, p] = blas_lu(a)
    worst = max(worst, lu_residual(complex(a), complex(lu), p))
    [clu, cp] = blas_lu(c)
    worst = max(worst, lu_residual(c, clu, cp))
    [qr, tau] = blas_qr(a)
    worst = max(worst, q_residual(complex(a), complex(qr), complex(blas_q(qr, tau))))
    [cqr, ctau] = blas_qr(c)
    worst = max(worst, q_residual(c, cqr, blas_q(cqr, ctau)))
    [u, s, vh] = blas_gesvd(a)
    worst = max(worst, far(complex(u*diagm(s)*vh), complex(a)))
    worst = max(worst, far(complex(transpose(u)*u), complex(eye(numel(s)))))
    [cu, cs, cvh] = blas_gesvd(c)
    worst = max(worst, far(cu*complex(diagm(cs))*cvh, c))
    worst = max(worst, far(cvh*herm_transpose(cvh), complex(eye(numel(cs)))))
end
print worst < 1e-5
% => 1
worst = 0.0
for n = [1, 2, 5, 40]
    h = numbers(n, n + 3, 1)
    a = h*transpose(h) + eye(n)
    ch = complex(h, numbers(n, n + 3, 9))
    c = ch*herm_transpose(ch) + complex(eye(n))
    l = blas_chol(a)
    cl = blas_chol(c)
    worst = max(worst, max(far(complex(l*transpose(l)), complex(a)), far(cl*herm_transpose(cl), c)))
    b = numbers(n, 2, 3)
    cb = complex(b, numbers(n, 2, 4))
    x = blas_cholsolve(l, b)
    cx = blas_cholsolve(cl, cb)
    worst = max(worst, max(far(complex(a*x), complex(b)), far(c*cx, cb)))
    x = blas_lusolve(a, b)
    cx = blas_lusolve(c, cb)
    worst = max(worst, max(far(complex(a*x), complex(b)), far(c*cx, cb)))
    [lu, p] = blas_lu(a)
    [clu, cp] = blas_lu(c)
    worst = max(worst, max(far(complex(a*blas_lusolve(lu, p, b)), complex(b)), far(c*blas_lusolve(clu, cp, cb), cb)))
end
print worst < 1e-4
% => 1
% Above the diagonal of the factor there are zeros, whatever the matrix has there: [[4,.],[2,5]] = L L' with L = [[2,0],[1,2]].
print blas_chol([[4,100],[2,5]])
% => [[2,0],
% =>  [1,2]]
% By hand: 3x3 with the rows exchanged once: pivots 2, then 2.
[lu, p] = blas_lu([[1,2,4],[2,1,3],[4,4,8]])
print p
% 4 4 8; factors 1/4 and 1/2: rows become 0 1 2 and 0 -1 -1: the first of both stays.
% => [2,1,2]
print lu
% After the exchange of rows 0 and 2 the middle row is 2 1 3 -> -1 -1 and the last 1 2 4 -> 1 2; factor -1: 2 - 1 = 1
% => [[4,4,8],
% =>  [0.5,-1,-1],
% =>  [0.25,-1,1]]
% A singular matrix has factors; only solving fails.
[lu, p] = blas_lu([[1,2],[2,4]])
print lu
% => [[2,4],
% =>  [0.5,0]]
% Singular values of a matrix of rank 1 are its size and 0; of nothing there are none.
[u, s, vh] = blas_gesvd([[3,0],[4,0]])
print abs(s[0] - 5) < 1e-6, s[1] < 1e-6, numel(blas_gesvd(zeros(3,0))), numel(blas_lu(zeros(0,0))), numel(blas_chol(zeros(0,0)))
% => 11000
