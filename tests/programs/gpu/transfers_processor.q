%! features: F295
% A kernel for the processor stands between kernels for the GPU: what it reads comes back, what it only reads stays on the GPU too.
function [] = __kernel__ on_gpu(x : vec'unchecked, y : vec'unchecked, pos : int)
    y[pos] = x[pos]+1
end
function [] = __kernel__ on_processor(y : vec'unchecked, z : vec'unchecked, pos : int)
    {!kernel target="cpu"}
    z[pos] = 3*y[pos]
end
n = 16
x = ones(n)
y = zeros(n)
z = zeros(n)
w = zeros(n)
parallel_do(n, x, y, on_gpu)
parallel_do(n, y, z, on_processor)
parallel_do(n, y, w, on_gpu)
print z[7], " ", w[7]
% => 6 3
%! trace: in x 64; launch 3; out y 64; processor 6; launch 3; out y 64
