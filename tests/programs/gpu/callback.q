%! features: F337
%! environment: QC_EMU_SEED=2
% Kernels for the processor behind kernels for the GPU: the stream calls them, and the program goes on. What comes behind them waits where it
% needs them: a launch on the GPU, a statement of the host, the end of an array.
function [] = __kernel__ on_gpu(x : vec'unchecked, y : vec'unchecked, pos : int)
    y[pos] = x[pos] + 1
end
function [] = __kernel__ on_processor(y : vec'unchecked, z : vec'unchecked, pos : int)
    {!kernel target="cpu"}
    z[pos] = 3*y[pos]
end
function [] = __kernel__ in_place(y : vec'unchecked, pos : int)
    {!kernel target="cpu"}
    y[pos] = y[pos] + 10
end
n = 64
x = ones(n)
y = zeros(n)
z = zeros(n)
u = zeros(n)
parallel_do(n, x, y, on_gpu)
parallel_do(n, y, z, on_processor)
% Nothing here needs what the processor does.
parallel_do(n, x, u, on_gpu)
% This one changes what the processor reads.
parallel_do(n, u, y, on_gpu)
print z[7], " ", u[8], " ", y[9]
% => 6 2 3
% The GPU goes on with what the processor has changed in place, and the processor with that.
parallel_do(n, y, in_place)
parallel_do(n, y, u, on_gpu)
parallel_do(n, u, in_place)
parallel_do(n, u, z, on_processor)
y[0] = 100
print y[0], " ", y[1], " ", u[0], " ", z[63]
% => 100 13 24 72
% Arrays that end while the processor is to use them.
function r = ends(x, n)
    t = zeros(n)
    v = zeros(n)
    parallel_do(n, x, t, on_gpu)
    parallel_do(n, t, v, on_processor)
    r = numel(v)
end
print ends(x, n)
% => 64
%! calls: cuLaunchHostFunc
