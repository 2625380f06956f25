%! features: F366 F367
%! flags: --precision=double
% The same in double precision: residuals are those of its digits.
function x = numbers(m : int, n : int, seed : int)
    x = zeros(m, n)
    for i = 0..m-1
        for j = 0..n-1
            x[i,j] = mod(7919*(i*n + j + seed) + 13, 1009)/504 - 1
        end
    end
end
% Far from singular.
a = numbers(33, 33, 0) + 10*eye(33)
b = numbers(33, 3, 8)
c = complex(a, numbers(33, 33, 2))
d = complex(b, numbers(33, 3, 1))
spd = a*transpose(a) + eye(33)
l = blas_chol(spd)
print max(abs(blas_gemm(1, l, l, "n", "t") - spd)) < 1e-11
% => 1
print max(abs(blas_gemm(1, a, blas_lusolve(a, b), -1, b))) < 1e-9, max(abs(blas_gemm(1, c, blas_lusolve(c, d), -1, d))) < 1e-9
% => 11
[u, s, vh] = blas_gesvd(c)
print max(abs(u*complex(diagm(s))*vh - c)) < 1e-12
% => 1
print abs(blas_nrm2(a)^2/blas_dot(a, a) - 1) < 1e-13, abs(blas_nrm2(s)/blas_nrm2(c) - 1) < 1e-13
% => 11
