%! features: F350
%! environment: QC_EMU_DEVICES=2
%! run: gpu (is about GPUs)
% Products, factors and transforms whose arrays two GPUs have made: each where most of its arrays are; what comes from the other GPU is copied.
function [] = __kernel__ fill(x : mat'unchecked, value : scalar, pos : ivec2)
    x[pos] = value*(1 + pos[0]) + pos[1]
end
n = 4
a = zeros(n,n)
b = zeros(n,n)
parallel_do(size(a), a, 2, fill)
parallel_do(size(b), b, 3, fill)
% Rows of a: 2 3 4 5, 4 5 6 7, ...; of b: 3 4 5 6, 6 7 8 9, 9 10 11 12, ...
c = blas_gemm(1, a, a)
d = blas_gemm(1, b, b)
% 2*2 + 3*4 + 4*6 + 5*8, and 3*3 + 4*6 + 5*9 + 6*12.
print c[0,0], " ", d[0,0]
% => 80 150
e = blas_gemm(1, a, b)
% 2*3 + 3*6 + 4*9 + 5*12
print e[0,0]
% => 120
% There and back on both GPUs, then both together.
f = fft2(a)
g = fft2(b)
print max(abs(irealfft2(f) - a)) < 1e-5, max(abs(irealfft2(g) - b)) < 1e-5, max(abs(irealfft2(f + g) - a - b)) < 1e-5
% => 111
x = blas_lusolve(blas_gemm(1, a, transpose(a)) + 10*eye(n), b)
r = blas_gemm(1, a, transpose(a)) + 10*eye(n)
print max(abs(r*x - b)) < 1e-3
% => 1
