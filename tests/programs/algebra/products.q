%! features: F366
% Products, sums and transposes of matrices against loops that say what they are, real and complex, with every operation on the factors.
function x = numbers(m : int, n : int, seed : int)
    x = zeros(m, n)
    for i = 0..m-1
        for j = 0..n-1
            x[i,j] = mod(7919*(i*n + j + seed) + 13, 101)/50 - 1
        end
    end
end
function z = cnumbers(m : int, n : int, seed : int)
    z = complex(numbers(m, n, seed), numbers(m, n, seed + 7))
end
function y = operated(x : cmat, op : string)
    if op == "n"
        y = copy(x)
        return
    end
    y = czeros(size(x,1), size(x,0))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            y[j,i] = op == "t" ? x[i,j] : conj(x[i,j])
        end
    end
end
function y = product(alpha : cscalar, a : cmat, b : cmat, beta : cscalar, c : cmat)
    y = czeros(size(a,0), size(b,1))
    for i = 0..size(a,0)-1
        for j = 0..size(b,1)-1
            s = 0i
            for k = 0..size(a,1)-1
                s += a[i,k]*b[k,j]
            end
            y[i,j] = alpha*s + beta*c[i,j]
        end
    end
end
function y = far(a : cmat, b : cmat)
    y = size(a,0) == size(b,0) && size(a,1) == size(b,1) ? max(abs(a - b))/(1 + max(abs(b))) : 1e9
end
[m, n, k] = [4, 5, 3]
zero = czeros(m, n)
worst = 0.0
for op_a = ["n", "t", "c"]
    for op_b = ["n", "t", "c"]
        a = op_a == "n" ? cnumbers(m, k, 0) : cnumbers(k, m, 0)
        b = op_b == "n" ? cnumbers(k, n, 3) : cnumbers(n, k, 3)
        c = cnumbers(m, n, 11)
        one = product(2 - 1i, operated(a, op_a), operated(b, op_b), 0.5i, c)
        worst = max(worst, far(blas_gemm(2 - 1i, a, b, 0.5i, c, op_a, op_b), one))
        r = op_a == "n" ? numbers(m, k, 0) : numbers(k, m, 0)
        s = op_b == "n" ? numbers(k, n, 3) : numbers(n, k, 3)
        two = product(1.5, operated(complex(r), op_a), operated(complex(s), op_b), 0, zero)
        worst = max(worst, far(complex(blas_gemm(1.5, r, s, op_a, op_b)), two))
        e = op_b == "n" ? cnumbers(m, n, 4) : cnumbers(n, m, 4)
        f = op_a == "n" ? cnumbers(m, n, 5) : cnumbers(n, m, 5)
        three = (1 + 2i)*operated(f, op_a) - 3*operated(e, op_b)
        worst = max(worst, far(blas_geam(1 + 2i, f, -3, e, op_a, op_b), three))
    end
    a = cnumbers(m, k, 2)
    x = op_a == "n" ? cnumbers(k, 1, 1) : cnumbers(m, 1, 1)
    y = op_a == "n" ? cnumbers(m, 1, 9) : cnumbers(k, 1, 9)
    four = product(2i, operated(a, op_a), x, 3, y)
    worst = max(worst, far(blas_gemv(2i, a, x, 3, y, op_a), four))
end
print worst < 1e-5
% => 1
z = cnumbers(3, 5, 1)
print far(blas_transpose(z), operated(z, "t")), far(blas_hermtranspose(z), operated(z, "c")), far(complex(blas_hermtranspose(real(z))), operated(complex(real(z)), "t"))
% => 000
% More than a block of rows.
a = numbers(150, 70, 0)
b = numbers(70, 90, 1)
print far(complex(blas_gemm(1, a, b)), complex(a*b)) < 1e-5
% => 1
% By hand: 2 [[1,2],[3,4]] [1,1] + [10,20] = [16,34]; rows and columns are vectors alike.
g = blas_gemv(2, [[1,2],[3,4]], [1,1], 1, [10,20])
print size(g), g[0,0], " ", g[1,0]
% => [2]16 34
% With beta 0 the addend is not looked at, with alpha 0 the product is not.
bad = ones(2,2)
bad[1,1] = sqrt(-1.0)
print sum(blas_gemm(1, ones(2,2), ones(2,2), 0, bad)), " ", sum(blas_gemm(0, bad, ones(2,2), 2, ones(2,2))), " ", sum(blas_geam(0, bad, 1, ones(2,2)))
% => 8 8 4
% Without an inner length the product is zero.
print size(blas_gemm(1, zeros(2,0), zeros(0,3))), " ", sum(blas_gemm(1, zeros(2,0), zeros(0,3))), " ", numel(blas_transpose(zeros(0,3)))
% => [2,3] 0 0

% Triangular systems: what is on the other side of the diagonal does not count.
t = [[2,7,7],[1,4,7],[3,-2,0.5]]
print blas_trsv(t, [2,9,2.5])
% By hand: 2/2 = 1; (9-1)/4 = 2; (2.5 - 3 + 4)/0.5 = 7
% => [1,2,7]
print blas_trsv(t, [2,9,2.5], "u", "n", "u")
% By hand: 2.5; 9 - 7*2.5 = -8.5; 2 - 7*(-8.5) - 7*2.5 = 44
% => [44,-8.5,2.5]
u = blas_trsv(t, [2,9,2.5], "l", "t")
% The transpose of the lower triangle: 2.5/0.5 = 5; (9+10)/4 = 4.75; (2-4.75-15)/2 = -8.875
print u
% => [-8.875,4.75,5]
w = blas_trsv([[1i,0],[1,2]], transpose([2,4]), "l", "c")
% The conjugate transpose: 4/2 = 2; (2-2)/(-i) = 0
print size(w), w[0,0], " ", w[1,0]
% => [2]0+0i 2+0i
