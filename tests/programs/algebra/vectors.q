%! features: F365
% Sums over elements and scaled sums, against loops that say what they are; no element, one and a thousand.
function x = numbers(n : int, seed : int)
    x = zeros(n)
    for i = 0..n-1
        x[i] = mod(7919*(i + seed) + 13, 101)/50 - 1
    end
end
% 1 when the two differ by rounding only.
function y = near(a : scalar, b : scalar)
    y = abs(a - b) <= 1e-4*(1 + abs(b))
end
function [] = check(n : int)
    x = numbers(n, 0)
    y = numbers(n, 5)
    z = complex(x, y)
    sum_abs = 0.0
    sum_abs_z = 0.0
    squares = 0.0
    squares_z = 0.0
    products = 0.0
    products_z = 0i
    greatest = -1
    least = -1
    for i = 0..n-1
        sum_abs += abs(x[i])
        sum_abs_z += abs(x[i]) + abs(y[i])
        squares += x[i]*x[i]
        squares_z += x[i]*x[i] + y[i]*y[i]
        products += x[i]*y[i]
        products_z += z[i]*z[i]
        if greatest < 0
            greatest = i
            least = i
        end
        if abs(x[i]) > abs(x[greatest])
            greatest = i
        end
        if abs(x[i]) < abs(x[least])
            least = i
        end
    end
    print near(blas_asum(x), sum_abs), near(blas_asum(z), sum_abs_z), near(blas_nrm2(x), sqrt(squares)), near(blas_nrm2(z), sqrt(squares_z))
    p = blas_dot(z, z)
    print near(blas_dot(x, y), products), near(real(p), real(products_z)), near(imag(p), imag(products_z))
    print blas_amax(x) - greatest, blas_amin(x) - least
    a = blas_axpy(2.5, x, y)
    s = blas_scal(-2, x)
    c = blas_scal(2i, z)
    d = blas_axpy(1 + 1i, z, z)
    worst = 0.0
    for i = 0..n-1
        worst = max(worst, abs(a[i] - (2.5*x[i] + y[i])))
        worst = max(worst, abs(s[i] + 2*x[i]))
        worst = max(worst, abs(c[i] - 2i*z[i]))
        worst = max(worst, abs(d[i] - (2 + 1i)*z[i]))
    end
    print numel(a) == n, numel(s) == n, numel(c) == n, worst < 1e-5
end
check(0)
% => 1111
% => 111
% => 00
% => 1111
check(1)
% => 1111
% => 111
% => 00
% => 1111
check(1000)
% => 1111
% => 111
% => 00
% => 1111
% The first of equal magnitudes; |re| + |im| of complex numbers, so that 3+3i is greater than 4.5.
print blas_amax([2,-3,3,1]), blas_amin([2,-1,1]), blas_amax([4.5+0i,3+3i]), blas_amin([2+2i,3+0i])
% => 1111
print blas_amax(zeros(0)), blas_amin(zeros(0))
% => -1-1
% What is not a number is found, wherever it is.
x = ones(5)
x[3] = sqrt(-1.0)
print blas_amax(x), blas_amin(x), isnan(blas_asum(x)), isnan(blas_nrm2(x)), isnan(blas_dot(x, x))
% => 33111
% Matrices count as their elements in a row; a number is an array of one.
print blas_asum([[1,-2],[3,-4]]), " ", blas_amax([[1,-2],[3,-9]]), " ", blas_dot(3, 4)
% => 10 3 12
