% What the host changes between two calls is seen by the second one, and what a call gives is seen by the host: elements by
% themselves, slices, loops.
x = zeros(8)
for i = 0..7
    x[i] = i
end
y = fft1(x)
print real(y[0])
% => 28
x[0] = 100
y = fft1(x)
print real(y[0])
% => 128
y[0] = 8
z = irealfft1(y)
% Without its mean of 128/8 = 16, and with that of 1: 15 less everywhere.
print abs(z[3] - (3 - 15)) < 1e-4, abs(sum(z) - 8) < 1e-4
% => 11
for k = 1..3
    x[0] = k
    z = irealfft1(fft1(x))
    assert(abs(z[0] - k) < 1e-5 && abs(z[7] - 7) < 1e-5)
end
a = [[2.0,0],[0,4]]
b = blas_gemm(1, a, a)
b[0,0] = b[0,0] + 1
c = blas_transpose(b)
print c[0,0], c[1,1], blas_asum(b)
% => 51621
a[1,0] = 3
print blas_gemv(1, a, [1.0,1])[1,0]
% => 7
