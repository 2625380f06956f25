%! features: F332
%! environment: QC_REPORT=libraries
%! gpu: libraries: cublasStrsm
%! gpu: libraries: cublasCtrsm
%! gpu: libraries: cusolverDnSgeqrf
%! gpu: libraries: cusolverDnCgeqrf
%! gpu: libraries: cusolverDnSorgqr
%! gpu: libraries: cusolverDnCungqr
%! gpu: libraries: cusolverDnSgesvd
%! gpu: libraries: cusolverDnCgesvd
%! gpu: libraries: cublasSgetrfBatched
%! gpu: libraries: cublasCgetrsBatched
%! gpu: libraries: cublasSgetriBatched
% Triangles of every kind, reflectors, singular values and stacks on a GPU: what is solved or put together again is what was given.
function x = numbers(m : int, n : int, seed : int)
    x = zeros(m, n)
    for i = 0..m-1
        for j = 0..n-1
            x[i,j] = mod(7919*(i*n + j + seed) + 13, 1009)/504 - 1
        end
    end
end
% The triangle that is meant, as a whole matrix.
function t = triangle(a : cmat, lower : int, unit : int)
    n = size(a, 0)
    t = czeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            if i == j
                t[i,j] = unit ? complex(1.0) : a[i,j]
            elseif (i > j) == lower
                t[i,j] = a[i,j]
            end
        end
    end
end
function y = far(a : cmat, b : cmat)
    y = max(abs(a - b))
end
n = 5
a = numbers(n, n, 0) + 3*eye(n)
c = complex(a, numbers(n, n, 5))
b = numbers(n, 3, 2)
d = complex(b, numbers(n, 3, 7))
worst = 0.0
for lower = 0..1
    for unit = 0..1
        side = lower ? "l" : "u"
        diagonal = unit ? "u" : "n"
        t = triangle(complex(a), lower, unit)
        s = triangle(c, lower, unit)
        worst = max(worst, far(t*complex(blas_trsv(a, b, side, "n", diagonal)), complex(b)))
        worst = max(worst, far(transpose(t)*complex(blas_trsv(a, b, side, "t", diagonal)), complex(b)))
        worst = max(worst, far(s*blas_trsv(c, d, side, "n", diagonal), d))
        worst = max(worst, far(transpose(s)*blas_trsv(c, d, side, "t", diagonal), d))
        worst = max(worst, far(herm_transpose(s)*blas_trsv(c, d, side, "c", diagonal), d))
    end
end
print worst < 1e-5
% => 1
% By hand, a row and a column: 2 x = 4, x + 4 y = 10.
print blas_trsv([[2,0],[1,4]], [4,10]), blas_trsv([[2,0],[1,4]], transpose([4,10]))
% => [2,2][[2],
% =>  [2]]
% Of [[3],[4]] the reflector makes -5, and v = (1, 4/(3 + 5)); tau = (-5 - 3)/-5.
[qr, tau] = blas_qr([[3],[4]])
print max(abs(qr - [[-5],[0.5]])) < 1e-6, abs(tau[0] - 1.6) < 1e-6
% => 11
[cqr, ctau] = blas_qr(c)
q = blas_q(cqr, ctau)
print far(herm_transpose(q)*q, complex(eye(n))) < 1e-5, far(q*triangle(cqr, 0, 0), c) < 1e-5, size(blas_q(qr, tau), 0)
% => 112
% Tall, wide and square; the singular values of [[3,0],[4,0]] are 5 and 0.
worst = 0.0
for mn = {[6,3],[3,6],[4,4]}
    m = numbers(mn[0], mn[1], 1)
    [u, s, vh] = blas_gesvd(m)
    worst = max(worst, max(abs(u*diagm(s)*vh - m)))
    z = complex(m, numbers(mn[0], mn[1], 3))
    [cu, cs, cvh] = blas_gesvd(z)
    worst = max(worst, far(cu*complex(diagm(cs))*cvh, z))
end
[u, s, vh] = blas_gesvd([[3,0],[4,0]])
print worst < 1e-5, max(abs(s - [5,0])) < 1e-5
% => 11
% Two matrices, [[2,1],[4,3]] and [[4,0],[0,2]]: the rows of the first are exchanged, of which 0.5 times the second is taken from the first.
stack = zeros(2, 2, 2)
stack[:,:,0] = [[2,1],[4,3]]
stack[:,:,1] = [[4,0],[0,2]]
[lu, p] = blas_lubatched(stack)
print lu[:,:,0], p
% => [[4,3],
% =>  [0.5,-0.5]][[1,0],
% =>  [1,1]]
inverse = blas_lumatinvbatched(lu, p)
print max(abs(squeeze(inverse[:,:,0]) - [[1.5,-0.5],[-2,1]])) < 1e-6, max(abs(squeeze(inverse[:,:,1]) - [[0.25,0],[0,0.5]])) < 1e-6
% => 11
cstack = complex(stack, 0*stack)
sides = czeros(2, 1, 2)
sides[:,:,0] = [[complex(3,3)],[complex(7,7)]]
sides[:,:,1] = [[complex(4,8)],[complex(2,4)]]
x = blas_lusolvebatched(cstack, sides)
% (1+1i)(1, 1) and (1+2i)(1, 1)
print abs(x[0,0,0] - (1+1i)) + abs(x[1,0,0] - (1+1i)) < 1e-5, abs(x[0,0,1] - (1+2i)) + abs(x[1,0,1] - (1+2i)) < 1e-5
% => 11
