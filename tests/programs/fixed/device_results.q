%! features: F113
% A matrix of known size is handed to a function of `mat` as it is; a result `mat` lies in memory, `mat(2,2)` in registers.
function y = __device__ trace(x : mat)
    y = x[0,0] + x[1,1]
end
function y : mat(2,2) = __device__ sized(a : scalar)
    y = [[a,1.0],[2.0,a]]
end
function y : mat = __device__ unsized(a : scalar)
    y = [[a,1.0],[2.0,a]]
end
function [] = __kernel__ passes(y : vec, pos : int)
    A = eye(2)
    A[0,0] += pos
    y[pos] = trace(A)
end
function [] = __kernel__ gets(y : vec, pos : int)
    y[pos] = trace(sized(1.0*pos))
end
function [] = __kernel__ gets_unsized(y : vec, pos : int)
    y[pos] = trace(unsized(1.0*pos))
end
y = zeros(3)
parallel_do(3, y, passes)
print y
% => [2,3,4]
parallel_do(3, y, gets)
print y
% => [0,2,4]
parallel_do(3, y, gets_unsized)
print y
% => [0,2,4]
%! reports: kernels the kernel `passes`, in registers
%! reports: kernels the kernel `gets`,
%! reports: kernels the kernel `gets_unsized` needs dynamic kernel memory
%! warns: the kernel `gets_unsized` needs dynamic kernel memory line 10
% Sizes that are one parameter, handed to a function of `mat`.
function y = __device__ total(x : mat)
    y = sum(x)
end
function [] = __kernel__ generic[N](y : vec, A : mat(N,N), pos : int)
    B = 2*A
    y[pos] = total(B) + N
end
parallel_do(3, y, ones(3,3), generic)
print y
% => [21,21,21]
%! reports: kernels the kernel `generic`, in registers: A (9), B (9)
